"""The second step of a log-in over HTTP: giving the code, and setting the step up. Each act has its address."""

from __future__ import annotations

from typing import Any

import django_otp
import segno
from axes.handlers.proxy import AxesProxyHandler
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_otp.middleware import is_verified
from django_otp.models import Device
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews import second_step as room
from reviews import sessions
from reviews.forms.account import CodeForm, PasswordForm
from reviews.models import User
from reviews.views import errors, halfway
from reviews.views.answers import person, see_other

WRONG = "This code does not do. Each code counts once: wait for the next one, or give a recovery code."
BEGUN = "begun"  # in the session: which app this log-in set out to set up
UNVERIFIED = "Log in again, with your code, before you change your second step."


@login_not_required
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("code")
def code(request: HttpRequest) -> HttpResponse:
    """The code after the password. Failures count at the door, for this name from this address."""
    user = halfway.user_of(request)
    if user is None:
        return HttpResponseRedirect(reverse("login"))
    if request.method != "POST":
        return render(request, "registration/code.html", {"form": CodeForm()})
    form, device = CodeForm(request.POST), None
    if form.is_valid() and _is_heard(request, user):
        device = _verified(request, user, form)
    if device is None:
        return render(request, "registration/code.html", {"form": form}, status=422)
    return _in(request, user, device)


@require_GET
def setup(request: HttpRequest) -> HttpResponse:
    """Whether one has a second step, and what to do about it; the secret while it is not confirmed."""
    return _page(request)


@require_POST
@sensitive_post_parameters()
def begin(request: HttpRequest) -> HttpResponse:
    """Make a secret for an app, with the password."""
    form = PasswordForm(request, person(request), request.POST)
    if refusal := _refusal(request, form, "beginning"):
        return refusal
    request.session[BEGUN] = room.begin(person(request)).pk
    return see_other(reverse("second_step"))


@require_POST
@sensitive_variables("codes")
def confirm(request: HttpRequest) -> HttpResponse:
    """The app's first code: from now on it is asked for. Every other log-in ends, and recovery codes are shown once."""
    form, user = CodeForm(request.POST), person(request)
    is_asked = form.is_valid() and _begun(request) is not None
    found = room.confirm(user, form.cleaned_data["code"]) if is_asked else None
    if found is None:
        return _page(
            request,
            422,
            confirming="This code does not do. Wait a few seconds, then give the one that the app shows.",
        )
    app, codes = found
    django_otp.login(request, app)
    sessions.end_others(user, but=request.session.session_key)
    return _page(request, 201, codes=codes)


@require_POST
@sensitive_post_parameters()
@sensitive_variables("codes")
def renew_codes(request: HttpRequest) -> HttpResponse:
    """Other recovery codes, shown once, with the password; those there were count no more."""
    form = PasswordForm(request, person(request), request.POST)
    if refusal := _refusal(request, form, "renewing"):
        return refusal
    if room.app_of(person(request)) is None:
        return _page(request, 409)
    codes = room.renew_codes(person(request))
    return _page(request, 201, codes=codes)


@require_POST
@sensitive_post_parameters()
def remove(request: HttpRequest) -> HttpResponse:
    """No second step any more, with the password. Every other log-in ends."""
    form, user = PasswordForm(request, person(request), request.POST), person(request)
    if refusal := _refusal(request, form, "removing"):
        return refusal
    room.remove(user, by=user)
    sessions.end_others(user, but=request.session.session_key)
    messages.success(request, "Your second step is removed.")
    return see_other(reverse("second_step"))


def _is_heard(request: HttpRequest, user: User) -> bool:
    """False while the door is shut, which then answers in our place."""
    if AxesProxyHandler.is_allowed(request, {"username": user.username}):
        return True
    request.axes_locked_out = True  # type: ignore[attr-defined]
    return False


def _verified(request: HttpRequest, user: User, form: CodeForm) -> Device | None:
    device = room.verify(user, form.cleaned_data["code"])
    if device is None:
        user_login_failed.send(__name__, credentials={"username": user.username}, request=request)
        form.add_error("code", WRONG)
    return device


def _in(request: HttpRequest, user: User, device: Device) -> HttpResponse:
    then = halfway.end(request)
    login(request, user)
    django_otp.login(request, device)
    if not isinstance(device, TOTPDevice):
        n = room.n_codes_left(user)
        messages.warning(request, f"That recovery code is used up: {n} {'is' if n == 1 else 'are'} left.")
    return HttpResponseRedirect(then)


def _refusal(request: HttpRequest, form: PasswordForm, doing: str) -> HttpResponse | None:
    """What stands against a change: a log-in that never gave its code, or a wrong password."""
    if room.app_of(person(request)) is not None and not is_verified(request.user):
        return errors.refused(request, UNVERIFIED, 403)
    return None if form.is_valid() else _page(request, 422, **{doing: form})


def _begun(request: HttpRequest) -> TOTPDevice | None:
    """The app that is being set up, for the log-in alone that gave the password for it: no other sees its secret."""
    app = room.begun(person(request))
    return app if app and app.pk == request.session.get(BEGUN) else None


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    user = person(request)
    begun = _begun(request)
    context = {
        "nav": "account",
        "app": room.app_of(user),
        "begun": begun,
        "secret": _grouped(begun) if begun else "",
        "qr": _qr(begun.config_url) if begun else "",
        "n_codes": room.n_codes_left(user),
        "is_required": room.is_required(user),
    }
    return render(request, "reviews/second_step.html", context | more, status=status)


def _grouped(app: TOTPDevice) -> str:
    """The secret in groups of four, as apps take it."""
    text = app.config_url.split("secret=")[1].split("&")[0]
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))


def _qr(text: str) -> SafeString:
    """An inline SVG of lines alone: what the text says stands in it as dark and light."""
    drawn = segno.make(text, error="m").svg_inline(
        scale=4, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308 - made from numbers, nothing of the text is in it
