"""Seats and people, for admins: who may decide where, who may come in. It acts through seating and people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from reviews import exclusions, people, seating, second_step, sessions
from reviews.core.refusals import ActRefused, Refused
from reviews.forms.seats import SeatForm
from reviews.forms.users import RoleForm, UserForm
from reviews.forms.why import WhyForm
from reviews.models import Entry, Seat, User
from reviews.views.answers import admins_only, person, request_sha, see_other, status_of, with_error
from reviews.views.exclusion_rows import of_person, part
from reviews.views.seat_rows import STATES, labelled_alike, page_of, rows

MANY = 200
both = require_http_methods(["GET", "POST"])


@both
@admins_only("Only an admin seats judges.")
def seats(request: HttpRequest) -> HttpResponse:
    """Every seat, newest first, and the form that gives one."""
    if request.method == "GET":
        return page(request)
    form = SeatForm(request.POST)
    if not form.is_valid():
        return page(request, status=422, form=form)
    said = {name: value for name, value in form.cleaned_data.items() if name not in ("place", "slug")}
    try:
        row = seating.seat(**said, by=person(request), request_sha=request_sha(request))
    except Refused as refusal:
        return page(request, status=status_of(refusal), form=with_error(form, refusal))
    messages.success(
        request, f"{row.user.username} is seated on {row.pack or 'the whole desk'}.{_except(row)}"
    )
    if alike := labelled_alike(row):
        messages.warning(request, alike)
    return see_other(reverse("seats"), Entry.objects.get(user=person(request), key=said["key"]))


@require_POST
@admins_only("Only an admin vacates seats.")
def vacate(request: HttpRequest, pk: int) -> HttpResponse:
    """End a seat now."""
    seat = get_object_or_404(Seat.objects.select_related("user", "pack"), pk=pk)
    form = WhyForm(request.POST)
    if not form.is_valid():
        return _vacating(request, seat, form, 422)
    try:
        entry = seating.vacate(
            seat, by=person(request), request_sha=request_sha(request), **form.cleaned_data
        )
    except Refused as refusal:
        return _vacating(request, seat, with_error(form, refusal), status_of(refusal))
    messages.success(request, f"The seat of {seat.user.username} is vacated.")
    return see_other(reverse("seats"), entry)


@both
@admins_only("Only an admin makes users.")
@sensitive_variables("password")
def users(request: HttpRequest) -> HttpResponse:
    """Everybody by name. A new user's password is on this answer alone: in no address, in no session."""
    form = UserForm(request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return _users(request, form)
    if not form.is_valid():
        return _users(request, form, status=422)
    try:
        made, password = people.add_user(**form.cleaned_data, by=person(request))
    except Refused as refusal:
        return _users(request, with_error(form, refusal), status=status_of(refusal))
    return _users(request, UserForm(), status=201, made=made, password=password)


@both
@admins_only("Only an admin changes users.")
def user(request: HttpRequest, pk: int) -> HttpResponse:
    """One person: role, whether they may come in, a new password, their seats."""
    someone = get_object_or_404(User, pk=pk)
    if request.method == "GET":
        return _user(request, someone)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        return _user(request, someone, status=422, error="The form does not say what to do.")
    try:
        return act(request, someone)
    except Refused as refusal:
        someone.refresh_from_db()
        return _user(request, someone, status=status_of(refusal), error=str(refusal))


def _role(request: HttpRequest, someone: User) -> HttpResponse:
    form, was_admin = RoleForm(request.POST), someone.is_staff
    form.is_valid()
    people.set_role(someone, by=person(request), **form.cleaned_data)
    if not someone.is_staff or was_admin:
        return _changed(request, someone, "has a new role")
    sessions.end_others(someone, but=None)  # one that was left open somewhere is no admin's
    return _changed(request, someone, "is an admin from the next log-in on")


def _deactivate(request: HttpRequest, someone: User) -> HttpResponse:
    people.deactivate(someone, by=person(request))
    sessions.end_others(someone, but=None)  # none wakes up again with the account
    return _changed(request, someone, "is deactivated")


def _reactivate(request: HttpRequest, someone: User) -> HttpResponse:
    people.reactivate(someone, by=person(request))
    return _changed(request, someone, "may log in again")


@sensitive_variables("password")
def _password(request: HttpRequest, someone: User) -> HttpResponse:
    password = people.renew_password(someone, by=person(request))
    return _user(request, someone, password=password)


def _second_step(request: HttpRequest, someone: User) -> HttpResponse:
    if someone == person(request):
        raise ActRefused("Your own second step you remove under your account, with your password.")
    second_step.remove(someone, by=person(request))
    sessions.end_others(someone, but=request.session.session_key)
    return _changed(request, someone, "logs in by password alone now, and can set up a second step anew")


def _log_out(request: HttpRequest, someone: User) -> HttpResponse:
    n = sessions.end_others(someone, but=request.session.session_key)
    return _changed(request, someone, f"is logged out: {n} {'log-in' if n == 1 else 'log-ins'} ended")


ACTS: dict[str, Callable[[HttpRequest, User], HttpResponse]] = {
    "role": _role,
    "deactivate": _deactivate,
    "reactivate": _reactivate,
    "password": _password,
    "second-step": _second_step,
    "log-out": _log_out,
}


def _changed(request: HttpRequest, someone: User, what: str) -> HttpResponse:
    messages.success(request, f"{someone.username} {what}.")
    return see_other(reverse("user", args=[someone.pk]))


def page(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    """Seats and exclusions with their forms; `more` puts a form that was refused in the place of a fresh one."""
    context = {
        "nav": "seats",
        "form": SeatForm(initial={"label": seating.LABEL, "seat_class": seating.CLASS}),
        "states": STATES,
        "zone": settings.TIME_ZONE,
    }
    context |= page_of(request) | part(request)
    return render(request, "reviews/seats.html", context | more, status=status)


def _except(row: Seat) -> str:
    """Where a seat on the whole desk does not count."""
    where = "" if row.pack else exclusions.places(row.user)
    return f" Excluded all the same from {where}." if where else ""


def _vacating(request: HttpRequest, seat: Seat, form: WhyForm, status: int) -> HttpResponse:
    """The page with the one seat's form on top, and what was typed in it."""
    return page(request, status=status, vacating=rows([seat])[0], vacate_form=form)


def _users(request: HttpRequest, form: UserForm, *, status: int = 200, **more: Any) -> HttpResponse:
    after = request.GET.get("after", "").replace("\0", "")
    page = list(User.objects.filter(username__gt=after).order_by("username")[: MANY + 1])
    later = page[MANY - 1].username if len(page) > MANY else ""
    context = {"nav": "users", "form": form, "people": page[:MANY], "later": later}
    return render(request, "reviews/users.html", context | more, status=status)


def _user(request: HttpRequest, someone: User, *, status: int = 200, **more: Any) -> HttpResponse:
    seats_of = Seat.objects.filter(user=someone).select_related("user", "pack").order_by("-id")
    app = second_step.app_of(someone)
    context = {"nav": "users", "someone": someone, "seats": rows(seats_of[:MANY]), "app": app}
    context["excluded"] = of_person(someone)
    return render(request, "reviews/user.html", context | more, status=status)
