"""renew_password: the way back in for an admin whom no other admin can help."""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate

from reviews.models import User
from tests import builders
from tests.commands.runner import run
from tests.pages import entered

pytestmark = pytest.mark.django_db


def test_the_new_password_opens_its_own_change_and_nothing_else():
    ada = builders.admin()
    inside = entered(ada)
    ran = run("renew_password", ada.username)
    first, second = ran.out.splitlines()
    word = second.removeprefix("password: ")
    assert (first, ran.err, ran.refused) == (
        f"{ada.username} has a new password, to be changed at the next log-in.",
        "",
        None,
    )
    assert authenticate(username=ada.username, password=word) == ada
    assert User.objects.get(pk=ada.pk).must_change_password
    assert inside.get("/").status_code == 302


def test_it_is_said_where_the_person_is_deactivated():
    ada = builders.admin()
    User.objects.filter(pk=ada.pk).update(is_active=False)
    ran = run("renew_password", ada.username)
    assert f"{ada.username} is deactivated" in ran.err


def test_nobody_is_made_by_it():
    assert run("renew_password", "ada").refused == "There is no user ada: add_user makes one."
    assert User.objects.count() == 0
