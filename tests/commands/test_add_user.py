"""A user made from the command line: the password once, and a second run changes nothing."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth import authenticate

from reviews.models import User
from tests.commands.runner import run

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("options", "role", "has"),
    [
        ([], "reader", (False, False)),
        (["--judge"], "judge", (False, True)),
        (["--admin"], "admin", (True, False)),
        (["--admin", "--judge"], "admin, judge", (True, True)),
    ],
)
def test_add_user_makes_a_user_and_prints_the_password_once(options, role, has):
    ran = run("add_user", "ada", *options)
    first, second = ran.out.splitlines()
    user = User.objects.get()
    assert (first, ran.refused) == (f"ada was made ({role}).", None)
    assert (user.is_staff, user.may_judge, user.is_superuser) == (*has, False)
    assert authenticate(username="ada", password=second.removeprefix("password: ")) == user


def test_a_second_run_says_so_and_changes_nothing():
    run("add_user", "ada", "--judge")
    before = User.objects.values().get()
    ran = run("add_user", "ada", "--admin")
    assert (ran.out, ran.refused) == ("ada is there already (judge): nothing was changed.\n", None)
    assert User.objects.values().get() == before


def test_a_given_password_is_taken_and_not_printed(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("a long enough password\r\nmore\n"))
    ran = run("add_user", "ada", "--password-stdin")
    assert ran.out == "ada was made (reader).\n"
    assert authenticate(username="ada", password="a long enough password") == User.objects.get()


@pytest.mark.parametrize(
    "given",
    ["", "\n", "short\n", "password1234\n", "a long\0enough password\n", "half a letter \udcf6 of it\n"],
)
def test_a_weak_password_is_refused(monkeypatch, given):
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    ran = run("add_user", "ada", "--password-stdin")
    assert (ran.refused is None, User.objects.count()) == (False, 0)


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("аda", "This name can be mistaken for ada, who is a user already."),
        ("ADA", "This name can be mistaken for ada, who is a user already."),
        ("a\u200bda", "A name has no spaces, and nothing that cannot be seen."),
        ("", "This field cannot be blank."),
    ],
)
def test_a_name_that_may_not_be_is_refused(name, refusal):
    run("add_user", "ada")
    assert (run("add_user", name).refused, User.objects.count()) == (refusal, 1)


def test_a_name_in_wide_letters_is_the_same_name():
    run("add_user", "ada")
    assert run("add_user", "ａｄａ").out == "ada is there already (reader): nothing was changed.\n"


def test_a_password_without_an_end_is_not_waited_for(monkeypatch):
    with open("/dev/zero") as endless:
        monkeypatch.setattr("sys.stdin", endless)
        ran = run("add_user", "ada", "--password-stdin")
    assert ran.refused == "What was given on standard input is longer than 1,000 letters."
    assert User.objects.count() == 0
