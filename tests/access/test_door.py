"""W11, W12: log-ins are throttled by name and address together, nobody is shut out from afar, and no answer tells who exists."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from urllib.parse import quote

import pytest
from axes.models import AccessAttempt
from django.test import Client, RequestFactory

from reviews import door
from tests import builders
from tests.pages import read

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = "192.0.2.7", "198.51.100.9"


def tried(name: str = "jo", password: str = "not the password", where: str = HERE, **headers: str):
    return Client(REMOTE_ADDR=where, headers=headers).post(
        "/login/", {"username": name, "password": password}
    )


def fail(n: int, name: str = "jo", where: str = HERE) -> list[int]:
    return [tried(name, where=where).status_code for _ in range(n)]


def right(where: str = HERE) -> int:
    return tried(password=builders.PASSWORD, where=where).status_code


def test_five_failures_are_free_and_the_sixth_is_not_looked_at(jo, clock):
    assert (fail(6), right()) == ([422] * 5 + [429], 429)


def test_a_judge_is_not_shut_out_by_somebody_elsewhere(jo, clock):
    fail(8, where=ELSEWHERE)
    assert (right(ELSEWHERE), right(HERE)) == (429, 302)


def test_a_judge_is_not_shut_out_by_a_thousand_elsewheres(jo, clock):
    for n in range(40):
        fail(6, where=f"198.51.100.{n}")
    assert right(HERE) == 302


def test_the_pause_doubles_with_each_failure_up_to_an_hour(jo, clock):
    fail(5)
    pauses = []
    for _ in range(9):
        seconds = int(tried().headers["Retry-After"])
        pauses.append(seconds)
        clock.shift(seconds + 1)
        assert tried().status_code == 422
    assert pauses == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_what_is_tried_in_a_pause_does_not_make_it_longer(jo, clock):
    fail(5)
    waits = [int(tried().headers["Retry-After"]) for _ in range(3)]
    clock.shift(31)
    assert (waits, right()) == ([30, 30, 30], 302)


def test_a_log_in_that_succeeds_forgets_the_failures(jo, clock):
    fail(4)
    right()
    assert fail(5) == [422] * 5


def test_failures_are_forgotten_after_a_day(jo, clock):
    fail(8)
    clock.shift(timedelta(hours=24, seconds=1))
    assert fail(5) == [422] * 5


def test_one_address_may_fail_a_hundred_times_over_all_names(jo, clock):
    answers = [tried(f"name-{n}").status_code for n in range(101)]
    assert (answers[:100], answers[100]) == ([422] * 100, 429)
    assert (right(HERE), right(ELSEWHERE)) == (429, 302)


def test_the_pause_of_an_address_is_a_quarter_of_an_hour_at_most():
    assert [door.ADDRESS.pause(n) for n in (99, 100, 104, 500)] == [
        timedelta(0),
        timedelta(seconds=30),
        timedelta(minutes=8),
        timedelta(minutes=15),
    ]


def test_other_letters_of_a_name_are_another_name_and_no_way_round(jo, clock):
    fail(5)
    assert tried("ｊｏ", builders.PASSWORD).status_code == 429


def test_another_browser_is_no_way_round(jo, clock):
    fail(5)
    assert tried(password=builders.PASSWORD, **{"User-Agent": "another"}).status_code == 429


def test_a_shut_door_answers_the_same_for_a_name_that_nobody_has(jo, clock):
    fail(5)
    fail(5, "nobody", ELSEWHERE)
    answers = tried("jo"), tried("nobody", where=ELSEWHERE)
    words = [read(answer).words for answer in answers]
    assert words[0] == words[1]
    assert "Too many tries from where you are. This one was not looked at. Try again in a minute" in words[0]


def test_a_shut_door_keeps_the_name_and_not_the_password(jo, clock):
    fail(5)
    body = tried(password="secret-secret").content.decode()
    assert ('value="jo"' in body, "secret-secret" in body) == (True, False)


def test_an_unknown_name_takes_as_long_as_a_known_one(jo, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    jo.set_password(builders.PASSWORD)
    jo.save()
    known, unknown = (min(_seconds(name, n) for n in range(4)) for name in ("jo", "nobody"))
    assert 0.5 < known / unknown < 2


def _seconds(name: str, n: int) -> float:
    """Of this process alone: what else the machine does counts for neither."""
    begun = time.process_time()
    tried(name, where=f"203.0.113.{n}")
    return time.process_time() - begun


@pytest.mark.parametrize(
    ("n_proxies", "forwarded", "seen"),
    [
        (0, "", HERE),
        (0, "203.0.113.5", HERE),
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "6.6.6.6, 203.0.113.5", "203.0.113.5"),
        (2, "6.6.6.6, 203.0.113.5, 10.0.0.1", "203.0.113.5"),
        (2, "203.0.113.5", HERE),
        (1, "", HERE),
        (1, "nonsense", HERE),
        (1, "6.6.6.6, <script>", HERE),
        (1, "::ffff:203.0.113.5", "203.0.113.5"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "2001:db8:1:2:ffff::9", "2001:db8:1:2::"),
    ],
)
def test_where_a_request_comes_from(settings, n_proxies, forwarded, seen):
    settings.PROXY_COUNT = n_proxies
    request = RequestFactory().get("/", REMOTE_ADDR=HERE, headers={"X-Forwarded-For": forwarded})
    assert door.address(request) == seen


def test_a_forged_address_is_no_way_round(jo, clock):
    fail(5)
    forged = [tried(**{"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(3)]
    assert forged == [429] * 3


def test_a_connection_without_an_address_is_throttled_too(jo, clock):
    assert fail(6, where="") == [422] * 5 + [429]


def test_a_flood_of_failures_stays_one_row(jo, clock):
    fail(5)
    clock.shift(31)
    fail(50)
    assert list(AccessAttempt.objects.values_list("username", "failures_since_start", "post_data")) == [
        ("jo", 6, "")
    ]


def test_old_failures_go_from_the_table_with_the_next_log_in(jo, clock):
    fail(1, "nobody", ELSEWHERE)
    clock.shift(timedelta(hours=25))
    right()
    assert AccessAttempt.objects.count() == 0


def test_every_knock_is_told_by_actor_and_address_and_no_name_is(jo, clock, caplog):
    with caplog.at_level(logging.INFO, "reviews.door"):
        right()
        fail(6)
        tried("hunter2-typed-in-the-wrong-field\x1b[31m")
    told = [record.getMessage() for record in caplog.records if record.name == "reviews.door"]
    assert told == [
        f"logged in: {jo.actor} from {HERE}",
        *[f"log-in refused: {jo.actor} from {HERE}"] * 5,
        f"log-in not heard: {jo.actor} from {HERE}",
        f"log-in refused: an unknown name from {HERE}",
    ]


# W14: what a browser may take for another host, as `next`.
ELSEWHERE_AGAIN = [
    "//", "///", "//?", "//#a", "//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\/evil.example", "\\\\evil.example",
    "/\t/evil.example", "\t//evil.example", " //evil.example", "/\n/evil.example", "\x00//evil.example", "\x01//evil.example",
    "http:evil.example", "https:evil.example", "https:/evil.example", "https:///evil.example", "https://evil.example",
    "HTTPS://evil.example", "http://evil.example:80", "http://testserver@evil.example", "http://testserver.evil.example",
    "http://evil.example#testserver", "http://evil.example\\@testserver", "ftp://testserver/", "javascript:alert(1)",
    "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,x", "vbscript:x", "//[::1]", "//127.1", "http://0x7f.1",
    "/packs/../..//evil.example\\@", "//evil%E3%80%82example", "//ⓔvil.example", "／／evil.example", "http://\u202eelpmaxe.live",
    "//evil.example/%2e%2e", "https://evil.example/?next=/", "http:///evil.example", "http:\\\\evil.example", ".evil.example:80@x//",
]  # fmt: skip


@pytest.mark.parametrize("asked", ELSEWHERE_AGAIN)
def test_next_never_leads_to_another_host(client, jo, asked):
    sent = {"username": "jo", "password": builders.PASSWORD, "next": asked}
    location = client.post("/login/", sent).headers["Location"]
    assert _stays_here(location), location


@pytest.mark.parametrize("asked", ELSEWHERE_AGAIN)
def test_next_of_whoever_is_logged_in_never_leads_to_another_host(client, jo, asked):
    client.force_login(jo)
    assert _stays_here(client.get(f"/login/?next={quote(asked)}").headers["Location"])


def _stays_here(location: str) -> bool:
    """A path of ours: one slash, then neither a slash nor a backslash; nothing that a browser throws away first."""
    return (
        location.isascii()
        and location.isprintable()
        and location[:1] == "/"
        and location[1:2] not in ("/", "\\")
    )
