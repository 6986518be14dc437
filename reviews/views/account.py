"""A person's own pages: log-in, log-out, password, habits, where they are logged in. Log-in and password are Django's own, drawn anew."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash, views
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from reviews import people, second_step, sessions
from reviews.forms.account import HabitsForm, LogInForm, NewPasswordForm, PasswordForm
from reviews.models import Seat
from reviews.views import halfway
from reviews.views.answers import our_path, person, see_other
from reviews.views.exclusion_rows import of_person
from reviews.views.seat_rows import rows

MANY = 200
both = require_http_methods(["GET", "POST"])


class LogIn(views.LoginView):
    """Django's log-in: one message for unknown names and wrong passwords, and `next` on this host alone."""

    http_method_names = ["get", "post"]
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def get_redirect_url(self, *args: Any) -> str:
        """A path of ours to go on to; never the log-in itself, which would send whoever is logged in round for ever."""
        return our_path(self.request, super().get_redirect_url(*args))

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """A password is enough for whoever has no second step; the others are halfway in, and logged in nowhere yet."""
        user = form.get_user()
        if second_step.app_of(user) is None:
            return super().form_valid(form)
        halfway.begin(self.request, user, self.get_success_url())
        return HttpResponseRedirect(reverse("login_code"))

    def form_invalid(self, form: object) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class LogOut(views.LogoutView):
    """Ends the session here, and drops what the browser kept of it, and what was still to be said to whoever goes."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        list(messages.get_messages(request))  # said to nobody: the next page is anybody's
        response = super().post(request, *args, **kwargs)
        response.headers["Clear-Site-Data"] = '"storage"'
        return response


def not_heard(request: HttpRequest, response: HttpResponse, credentials: Any) -> HttpResponse:
    """429 while the door is shut for this name and address: the same for names that nobody has."""
    opens_at = getattr(request, "door_opens_at", None) or timezone.now()
    seconds = max(1, round((opens_at - timezone.now()).total_seconds()))
    typed = {"name": request.POST.get("username", ""), "next": request.POST.get("next", "")}
    context = {"opens_at": opens_at, "minutes": -(-seconds // 60), **typed}
    answer = render(request, "registration/login.html", context, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


@both
def account(request: HttpRequest) -> HttpResponse:
    """One's own seats, standing and past, the two switches, the second step, and every log-in."""
    if request.method == "POST":
        form = HabitsForm(request.POST)
        form.is_valid()
        people.set_habits(person(request), **form.cleaned_data)
        messages.success(request, "Saved.")
        return see_other(reverse("account"))
    return _account(request)


@require_POST
@sensitive_post_parameters()
def end_log_ins(request: HttpRequest) -> HttpResponse:
    """End one's log-ins everywhere else, with the password."""
    form = PasswordForm(request, person(request), request.POST)
    if not form.is_valid():
        return _account(request, 422, ending=form)
    n = sessions.end_others(person(request), but=request.session.session_key)
    messages.success(request, f"Logged out everywhere else: {n} {'place' if n == 1 else 'places'}.")
    return see_other(reverse("account"))


@both
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """A new password for oneself; every other session ends, this one goes on to where it was wanted."""
    user, onward = person(request), our_path(request, (request.POST or request.GET).get("next", ""))
    form = NewPasswordForm(request, user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        context = {"nav": "account", "form": form, "next": onward, "is_first": user.must_change_password}
        return render(request, "reviews/password.html", context, status=status)
    people.choose_password(user, form.cleaned_data["new_password1"])
    update_session_auth_hash(request, user)
    messages.success(request, "Your password is changed.")
    return see_other(onward or reverse("account"))


def _account(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    user = person(request)
    seats = Seat.objects.filter(user=user).select_related("user", "pack").order_by("-id")
    context = {
        "nav": "account",
        "seats": rows(seats[:MANY]),
        "excluded": of_person(user),
        "log_ins": sessions.of(user)[:MANY],
        "here": request.session.session_key,
        "app": second_step.app_of(user),
        "n_codes": second_step.n_codes_left(user),
    }
    return render(request, "reviews/account.html", context | more, status=status)
