"""A person's own pages: log-in, password, seats, habits. Log-in and password are Django's own, drawn anew."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash, views
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from reviews import people
from reviews.forms.account import HabitsForm
from reviews.models import Seat
from reviews.views.answers import person, see_other
from reviews.views.seat_rows import rows

MANY = 200
both = require_http_methods(["GET", "POST"])


class LogIn(views.LoginView):
    """Django's log-in: one message for unknown names and wrong passwords, and `next` on this host alone."""

    redirect_authenticated_user = True

    def get_redirect_url(self, *args: Any) -> str:
        """Where to go on; never the log-in itself, which would send whoever is logged in round for ever."""
        url: str = super().get_redirect_url(*args)
        return "" if url.split("?")[0].split("#")[0] == self.request.path else url

    def form_invalid(self, form: object) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


@both
def account(request: HttpRequest) -> HttpResponse:
    """One's own seats, standing and past, and the two switches."""
    if request.method == "POST":
        form = HabitsForm(request.POST)
        form.is_valid()
        people.set_habits(person(request), **form.cleaned_data)
        messages.success(request, "Saved.")
        return see_other(reverse("account"))
    seats = Seat.objects.filter(user=person(request)).select_related("user", "pack").order_by("-id")
    return render(request, "reviews/account.html", {"nav": "account", "seats": rows(seats[:MANY])})


@both
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """A new password for oneself; every other session ends, this one goes on."""
    user = person(request)
    form = PasswordChangeForm(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "reviews/password.html", {"nav": "account", "form": form}, status=status)
    update_session_auth_hash(request, form.save())
    messages.success(request, "Your password is changed.")
    return see_other(reverse("account"))
