"""What holds for every answer: nothing private is cached, everybody logs in, and a refusal is a plain page, never a 500."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import BadHeaderError, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django_otp.middleware import is_verified

from reviews import second_step
from reviews.unusable import is_short, is_unusable
from reviews.views import again, answers, swaps
from reviews.views.errors import refused, typed, unavailable

Answer = Callable[[HttpRequest], HttpResponseBase]


def private(get_response: Answer) -> Answer:
    """No shared cache and no Back button shows a page after log-out; swaps and pages are told apart."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.content = b""  # type: ignore[attr-defined]  # gunicorn would drop it, and say so each time
        response.setdefault("Cache-Control", "no-store")
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers["Vary"] = ", ".join(filter(None, [response.get("Vary"), "HX-Request"]))
        return response

    return answer


def our_hosts(get_response: Answer) -> Answer:
    """400 for a Host that is none of ours. The health pages name nothing, and a balancer asks for them by number."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path not in ("/healthz", "/readyz"):
            request.get_host()
        return get_response(request)

    return answer


def in_utf8(get_response: Answer) -> Answer:
    """415 for what is marked as sent in another encoding (packreview/wsgi.py): read as UTF-8, its words would be others."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "packreview.not_utf8" not in request.META:
            return get_response(request)
        text = "This was not sent as UTF-8, so it was not read and nothing was recorded."
        return render(request, "reviews/refused.html", {"text": text}, status=415)

    return answer


class LoginRequired(LoginRequiredMiddleware):
    """Every page asks for a log-in but those marked otherwise. A swap is answered 401 with a form that carries the words."""

    def process_view(self, request: HttpRequest, view_func: Any, *given: Any) -> Any:
        if request.method == "POST" and request.user.is_authenticated:
            again.let_go(request)
        return super().process_view(request, view_func, *given)

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        if swaps.is_swap(request):
            return logged_out(request)
        if request.method not in ("GET", "HEAD"):
            if again.keep(request):
                return redirect_to_login(reverse("again"), reverse("login"))
            onward = answers.page_of(request.path)
            return (
                told_out(request, onward) if typed(request) else redirect_to_login(onward, reverse("login"))
            )
        return super().handle_no_permission(request, view_func)


def logged_out(request: HttpRequest) -> HttpResponse:
    """The 401 that a swap gets: a way to log in (elsewhere, so that this page keeps its words) and the words themselves."""
    return render(
        request, "reviews/_logged_out.html", {"words": typed(request), "login": reverse("login")}, status=401
    )


def told_out(request: HttpRequest, onward: str) -> HttpResponse:
    """The 401 of a plain form whose log-in somebody ended: nobody is known to keep its words for, so it shows them."""
    text = "You are logged out, so nothing was recorded. Copy what you typed, then log in."
    return refused(request, text, 401, onward=onward)


class FirstThings:
    """Whoever has to change a password that was made for them, or lacks a second step that this house asks for
    (REQUIRE_TOTP), sees nothing but the page where that is done: the password first."""

    OPEN: ClassVar = {
        "password": frozenset(["logout", "password"]),
        "second_step": frozenset("logout second_step begin_second_step confirm_second_step".split()),
    }
    SAID: ClassVar = {
        "password": "Choose a password of your own first: the one you have was made for you.",
        "second_step": "This house asks you for a second step: set it up under your account.",
    }

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        due = _due(request) if getattr(view, "login_required", True) else ""
        if not due or (request.resolver_match and request.resolver_match.url_name in self.OPEN[due]):
            return None
        if request.method != "GET" or swaps.is_swap(request):
            return refused(request, self.SAID[due], 403)
        onward = f"?{urlencode({'next': request.get_full_path()})}" if due == "password" else ""
        return HttpResponseRedirect(reverse(due) + onward)


def _due(request: HttpRequest) -> str:
    """The page of what this person has to do before anything else."""
    if not request.user.is_authenticated:
        return ""
    if request.user.must_change_password:
        return "password"
    lacks = settings.REQUIRE_TOTP != "none" and second_step.is_required(request.user)
    return "second_step" if lacks and not is_verified(request.user) else ""


def plain_refusals(get_response: Answer) -> Answer:
    """Turns what the database or the headers refuse into a page that says so."""
    return _PlainRefusals(get_response)


class _PlainRefusals:
    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == 405 and not getattr(response, "content", b"x"):
            allowed = response.headers["Allow"]
            text = "Nothing was recorded: this is the address of an act, which a button sends. Go on from its page."
            response = refused(request, text, 405, onward=answers.page_of(request.path))
            response.headers["Allow"] = allowed
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, BadHeaderError):
            return refused(request, "This address cannot be answered.", 400)
        if is_unusable(exception) or is_short(exception):
            return unavailable(request)
        return None
