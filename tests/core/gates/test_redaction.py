"""The gate `redaction`: addresses of people and machines, keys and homes stay inside."""

from __future__ import annotations

import pytest

from reviews.core.gates import Rules
from tests.core.gates.building import held, missing, says

# Put together here, so that no scanner takes this file for a leak.
KEYS = [
    "AKIA" + "IOSFODNN7QRSTUVW",
    "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "github_pat_" + "11ABCDEFG0aBcDeFgHiJkLmN_oPqRsTuV",
    "glpat-" + "x1Y2z3A4b5C6d7E8f9G0",
    "xoxb-" + "123456789012-abcdefABCDEF",
    "sk-" + "proj-4fQ9zX2mLw8RtY7nKd3B",
    "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "AIza" + "SyD4nR8xW2qLm5KtPz7YvB3cHjGf6EsUa9Q",
    "hf_" + "QwErTy123456UiOpAs7890DfGh",
    "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0In0.abc",
    "npm_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
]
SHOWN = [
    ("Write to ops.desk@inner-desk.example for access.", "ops.desk@inner-desk.example"),
    ("Write to J.Doe+x@mail.house.co.uk.", "J.Doe+x@mail.house.co.uk"),
    ("Write to jane (at) house (dot) com now.", "jane (at) house (dot) com"),
    ("Write to anna at cafe-lyon dot fr now.", "anna at cafe-lyon dot fr"),
    ("Write to anna.e (at) tiriun.example now.", "anna.e (at) tiriun.example"),
    ("Ring (0047) 22 85 50 50 for it.", "(0047) 22 85 50 50"),
    ("Ask <a.b@c-d.org>, please.", "a.b@c-d.org"),
    ("Ring +44 20 7946 0958 for it.", "+44 20 7946 0958"),
    ("Ring (555) 123-4567 for it.", "(555) 123-4567"),
    ("Ring 202-555-0143 for it.", "202-555-0143"),
    ("The shop (051 555 0133, by the gate) sold it.", "051 555 0133"),
    ("It is reached on (058) 555-01-42 at night.", "(058) 555-01-42"),
    ("With the password hunter2-Kett! it opened.", "hunter2-Kett"),
    ("It opens, password: hunter2.", "hunter2"),
    ("The key AKIA" + "IOSFODNN7EXAMPLE opened it.", "AKIA" + "IOSFODNN7EXAMPLE"),
    ("It was paid with 4111 1111 1111 1111 then.", "4111 1111 1111 1111"),
    ("It was paid with 378282246310005 then.", "378282246310005"),
    ("It was paid with 3782 822463 10005 then.", "3782 822463 10005"),
    ("It is at GB29 NWBK 6016 1331 9268 19, and safe.", "GB29 NWBK 6016 1331 9268 19"),
    ("It is at DE89370400440532013000.", "DE89370400440532013000"),
    ("It is at NO93 8601 1117 947 IBAN now.", "NO93 8601 1117 947"),
    ("Ring 020 7946 0958 for it.", "020 7946 0958"),
    ("Call us at 555-0142 for it.", "555-0142"),
    ("It is +1-202-555-0143 there.", "+1-202-555-0143"),
    ("It is at 10.3.0.17 now.", "10.3.0.17"),
    ("It is at 203.0.113.9:8080 now.", "203.0.113.9"),
    ("It is at 192.168.0.0/16 now.", "192.168.0.0/16"),
    ("It is at 2001:db8::8a2e:370:7334 now.", "2001:db8::8a2e:370:7334"),
    ("It is at fe80::1 now.", "fe80::1"),
    ("It is at [fd12:3456:789a::1]:80 now.", "fd12:3456:789a::1"),
    ("The card is 3c:22:fb:1a:9d:04 there.", "3c:22:fb:1a:9d:04"),
    ("The card is 3C-22-FB-1A-9D-04.", "3C-22-FB-1A-9D-04"),
    ("It lies in /home/jdoe/notes.txt now.", "/home/jdoe/notes.txt"),
    ("It lies in /Users/jane/x now.", "/Users/jane/x"),
    (r"It lies in C:\Users\jane\x now.", r"C:\Users\jane\x"),
    ("It lies in ~/.ssh/config now.", "~/.ssh/config"),
    ("See http://build7:8080/job now.", "http://build7:8080"),
    ("See wiki.corp now.", "wiki.corp"),
    ("See db01.eu.internal now.", "db01.eu.internal"),
    ("See printer.local now.", "printer.local"),
    ("See wiki.corp.house.com now.", "wiki.corp.house.com"),
    (r"See \\files\team now.", r"\\files\team"),
    ("Log in with deploy@build7:/srv now.", "deploy@build7:/srv"),
    ("The password is hunter2x9 here.", "hunter2x9"),
    ('Set api_key="9f8e7d6c5b4a" first.', "9f8e7d6c5b4a"),
    ("Send Bearer " + "a1b2c3d4e5f6g7h8i9 along.", "a1b2c3d4e5f6g7h8i9"),
    ("Use https://ada:s3cret@host.example/x here.", "://ada:s3cret@"),
    ("-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----"),
    ("It is 7Fq9Xk2LmZ4tR8wB1nC5vD3s6 in full.", "7Fq9Xk2LmZ4tR8wB1nC5vD3s6"),
    *((f"Use {key} for it.", key) for key in KEYS),
]
HARMLESS = [
    "Use @app.route, @Component and @media in code.",
    "Install @vue/compiler-sfc@3.4.1 or lodash@4.17.21 or core@next.",
    "Clone git@github.com:vuejs/core.git for it.",
    "It shipped on 2022-07-01, 2019-2024 and 01/02/2022.",
    "It has 10 000 000 rows, +10 000 000 more, 1,000,000 less.",
    "Chrome 96.0.4664.45 and version 1.2.3.4 and v1.2.3.4.",
    "Section 3.2.1.4 and 1.10.2 say so.",
    "At 12:30:45 it took 00:01:02.",
    "Call std::vector, a::b, Foo::bar and ::before.",
    "Slice x[1::2] and x[::2] of it.",
    "The /home page and /users/:id route.",
    "The home directory of a user, or $HOME/x.",
    "It is local, internal and corporate.",
    "this.internal_ is private; System.Internal too.",
    "Put it in .env.local for the time being.",
    "ISBN 978-3-16-148410-0 and 0000-0002-1825-0097.",
    "Use sk-learn, sk-estimator and pk_field names.",
    "Set your API key: YOUR_API_KEY_123 and token=<token>.",
    "The token is split, the secret is kept and the password is hashed.",
    "The password: at least 8 characters.",
    "At 12:30:45:10:20:30 and on 10-11-12-13-14-15 it ran.",
    "It pairs aa:bb:cc:dd:ee:ff:00 and x3c:22:fb:1a:9d:04, or 3c:22-fb:1a-9d:04.",
    "A token is 4 characters of English.",
    "useVeryLongComposableNameForTests2 is a name.",
    "renderTriggeredonRenderTriggered2024 is a name.",
    "It returns 0123 4, 5 and 6.",
    "The list is 0 1 2 3 4 5 6 7 8 9.",
    "From 0.123456 to 0.789012 of it.",
    "The e-mail address and the phone number are asked for.",
    "The range is 555-600 and the ratio 16:9.",
    "Use https://docs.house.com/x and house.com.",
    "The password SHA-256 hash, password argon2 and password1 as a field.",
    "Orders 4111 1111 1111 1112 and 1234567812345678 are serial numbers.",
    "It sold 4111,1111 units of 37828224631000 in all.",
    "Parts GB29 NWBK 6016 1331 9268 20 and AB12 CDEF 3456 GHIJ fit.",
    "A password of 12 characters and a password 3x as long.",
]


@pytest.mark.parametrize(("answer", "words"), SHOWN)
def test_redaction_holds_what_stays_inside(answer: str, words: str) -> None:
    assert held("redaction", answer) == [words]


@pytest.mark.parametrize("answer", HARMLESS)
def test_redaction_is_silent_on_what_only_looks_so(answer: str) -> None:
    assert held("redaction", answer) == []


@pytest.mark.parametrize(
    "words",
    [
        "127.0.0.1",
        "0.0.0.0",
        "::1",
        "~/.bashrc",
        "http://localhost:3000",
        "/home/user/x",
        "a@example.com",
        "threading.local",
        "/root/x.js",
        "1.2.3.4",
        "192.0.2.7",
        "2001:db8::7:1234",
        "00:00:5E:00:53:AF",
        "4242 4242 4242 4242",
        "AKIA" + "IOSFODNN7EXAMPLE",
    ],
)
def test_redaction_lets_what_names_nobody_pass_where_the_section_has_it(words: str) -> None:
    assert held("redaction", f"It is {words} here.", f"Open {words} for it.") == []


@pytest.mark.parametrize("words", ["127.0.0.1", "~/.bashrc", "a@example.com"])
def test_redaction_holds_it_where_the_section_lacks_it(words: str) -> None:
    assert held("redaction", f"It is {words} here.", "Nothing.") == [words]


@pytest.mark.parametrize("words", ["10.3.0.17", "jane@house.org", "/home/jdoe/x"])
def test_redaction_holds_a_real_address_even_where_the_section_has_it(words: str) -> None:
    assert held("redaction", f"It is {words} here.", f"Open {words} for it.") == [words]


def test_redaction_takes_the_full_stop_for_no_part_of_a_home() -> None:
    assert held("redaction", "It is sourced from ~/.bashrc.", "It sources ~/.bashrc first.") == []


def test_redaction_follows_the_house() -> None:
    rules = Rules(internal_hosts=("strata.example", "bunker"))
    answer = "See git.strata.example and bunker and bunker:5432 and strata.example.org."
    assert held("redaction", answer, rules=rules) == ["git.strata.example", "bunker", "bunker:5432"]


def test_redaction_needs_no_article() -> None:
    assert held("redaction", "Write to jane@house.org.", missing()) == ["jane@house.org"]


def test_redaction_says_what_it_looks_like() -> None:
    (one,) = says("redaction", "Write to jane@house.org.")
    assert (one.severity, one.text) == (
        "override",
        "“jane@house.org” looks like an e-mail address, which no page shows.",
    )
