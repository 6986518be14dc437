"""The one room that makes and changes users. It seats nobody, and it writes into no ledger."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from reviews.core import names
from reviews.core.refusals import ActRefused, Malformed, NoSeat
from reviews.models import Seat, User

# Letters and digits of which no two can be mistaken for each other when a password is copied by hand.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def add_user(
    name: str, *, is_admin: bool, may_judge: bool, password: str | None = None, by: User | None = None
) -> tuple[User, str]:
    """A new user and the password. Malformed where either is refused.

    One that an admin made by page, and so has seen, opens nothing but its change. Whoever has the command line (`by` is
    None) has the whole desk: what is made there stays.
    """
    name = unicodedata.normalize("NFKC", name)
    user = User(username=name, is_staff=is_admin, may_judge=may_judge, must_change_password=by is not None)
    word = password if password is not None else new_password()
    _fit(user, word)
    user.set_password(word)
    try:
        with transaction.atomic():
            _one_at_a_time()
            _admin(by)
            _unlike(name, User.objects.values_list("username", flat=True))
            _in_one_script(name)
            user.save()
    except IntegrityError as error:
        raise Malformed(f"There is a user {name} already.", "name") from error
    return user, word


def set_role(user: User, *, is_admin: bool, may_judge: bool, by: User | None) -> None:
    """Change what a user may do. Nobody demotes themselves; who holds a seat goes on being a judge."""
    if by == user and not is_admin:
        raise ActRefused("You cannot take the admin role from yourself: another admin can.")
    with transaction.atomic():
        _one_at_a_time()
        _admin(by)
        if not may_judge and _has_seats(user):
            raise ActRefused(f"{user.username} holds a seat: vacate it first.")
        user.is_staff, user.may_judge = is_admin, may_judge
        user.save(update_fields=["is_staff", "may_judge"])
        _an_admin_stays()


def deactivate(user: User, *, by: User | None) -> None:
    """Shut a user out from the next request on; their seats do not stand meanwhile."""
    if by == user:
        raise ActRefused("You cannot deactivate yourself: another admin can.")
    with transaction.atomic():
        _one_at_a_time()
        _admin(by)
        user.is_active = False
        user.save(update_fields=["is_active"])
        _an_admin_stays()


def reactivate(user: User, *, by: User | None) -> None:
    """Let a user in again; seats whose term still runs stand again."""
    _admin(by)
    user.is_active = True
    user.save(update_fields=["is_active"])


def renew_password(user: User, *, by: User | None) -> str:
    """Give a user a new generated password, for them to change; every session of theirs ends with the old one."""
    _admin(by)
    if by == user:
        raise ActRefused("Your own password you change under your account, with the one that you have.")
    before, word = user.password, new_password()
    user.set_password(word)
    asked = User.objects.filter(pk=user.pk, password=before)
    if not asked.update(password=user.password, must_change_password=True):
        # A form that was sent twice: only one of the two passwords opens anything.
        raise ActRefused(f"{user.username} got another password at this moment. Make one more, which counts.")
    return word


def choose_password(user: User, word: str) -> None:
    """A person's own choice, which was asked about before; their other sessions end with the old one."""
    user.set_password(word)
    user.must_change_password = False
    user.save(update_fields=["password", "must_change_password"])


def set_habits(user: User, *, single_keys: bool, auto_advance: bool) -> None:
    """A person's own choice of keys, and of what is shown after an act."""
    user.single_keys, user.auto_advance = single_keys, auto_advance
    user.save(update_fields=["single_keys", "auto_advance"])


def new_password() -> str:
    """Four groups of five, 99 bits, such as `k7mfx-…`."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(20))
    return "-".join(letters[i : i + 5] for i in range(0, 20, 5))


def _admin(by: User | None) -> None:
    """`by` is None for the command line alone."""
    if by is not None and not by.is_admin_now():
        raise NoSeat("Only an admin makes and changes users.")


def _one_at_a_time() -> None:
    """Whoever makes users and gives roles holds the rows of all admins: two at once see what the other did."""
    admins = User.objects.select_for_update(no_key=True).filter(is_staff=True, is_active=True)
    list(admins.order_by("pk").values_list("pk"))


def _fit(user: User, password: str) -> None:
    if not all(map(names.is_seen, user.username)):
        raise Malformed("A name has no spaces, and nothing that cannot be seen.", "name")
    with _named("name"):
        user.clean_fields(exclude=["password"])
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in password):
        raise Malformed("A password has nothing that cannot be typed where it is asked for.", "password")
    with _named("password"):
        validate_password(password, user)


@contextmanager
def _named(field: str) -> Iterator[None]:
    """Django's own objection as a refusal that names the field."""
    try:
        yield
    except ValidationError as error:
        raise Malformed(" ".join(error.messages), field) from error


def _unlike(name: str, others: Iterable[str]) -> None:
    for other in others:
        if name == other:
            raise Malformed(f"There is a user {name} already.", "name")
        if names.are_alike(name, other):
            raise Malformed(f"This name can be mistaken for {other}, who is a user already.", "name")


def _in_one_script(name: str) -> None:
    """A letter of another script than the rest is there to be mistaken for one of theirs."""
    found = names.scripts(name)
    if strange := [script for script in found if not script[0].isupper()]:
        raise Malformed(f"A name is written in a script of everyday use: this one has {strange[0]}.", "name")
    if len(found) > 1:
        raise Malformed(f"A name is written in one script: this one mixes {' and '.join(found)}.", "name")


def _has_seats(user: User) -> bool:
    """Any seat that stands, is to come, or would stand again."""
    seats = Seat.objects.filter(user=user, vacated_at=None).exclude(ends_at__lte=timezone.now())
    return seats.exists()


def _an_admin_stays() -> None:
    if not User.objects.filter(is_staff=True, is_active=True).exists():
        raise ActRefused("This is the last admin: make another one first.")
