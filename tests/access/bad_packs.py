"""Packs with one thing wrong each, made by rule from a sound one: (row of the list of bad input, what it is, bytes, is it taken?)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.access.bad_files import Bad, as_json, changed, no_packs
from tests.core import builders as files
from tests.core.test_schema import PLACES, SAMPLES, allowed, full, variants


@cache
def every() -> tuple[Bad, ...]:
    """All of them, in the order of the rows."""
    makers = (
        _wrong_types, _unknown_keys, _closed_lists, _versions, _ids, _sums, _nothing_in_it, _texts, _spans, _cites, _hashes,
        _addresses,
    )  # fmt: skip
    return (*no_packs(), *(bad for maker in makers for bad in maker()))


def _wrong_types() -> Iterator[Bad]:
    for path, schema in PLACES.items():
        for name, value in SAMPLES.items():
            is_listed = name == "null" and None in schema.get("enum", ())
            if path and name not in allowed(schema) and not is_listed:
                yield changed("P14", path, value, base=full())


def _unknown_keys() -> Iterator[Bad]:
    for n, (key, value) in enumerate(
        {
            "x": 1,
            "Title": "x",
            "": "x",
            "__proto__": {"a": 1},
            "constructor": [],
            "a" * 1000: None,
            "é": "x",
        }.items()
    ):
        slug = f"carried-{n}"
        yield Bad("P15", f"key {key[:20]!r}", as_json({**files.pack(slug=slug), key: value}), is_taken=True)
        made = files.pack(slug=f"{slug}-chip")
        made["chips"][0][key] = value
        yield Bad("P15", f"key {key[:20]!r} of a chip", as_json(made), is_taken=True)
    yield Bad("P15", "a known key misspelt", as_json(files.without({**files.pack(), "chip": []}, "/chips")))


def _closed_lists() -> Iterator[Bad]:
    for path, schema in PLACES.items():
        listed = schema.get("enum")
        tries = {word for name in listed or () if name for word in variants(name) if word not in listed}
        for word in sorted(tries):
            yield changed("P16", path, word, base=full())


def _versions() -> Iterator[Bad]:
    for n, version in enumerate(("1.0", "1.1", "1.25")):
        yield Bad(
            "P17",
            f"version {version}",
            as_json(files.pack(schema_version=version, slug=f"version-{n}")),
            is_taken=True,
        )
    bad: tuple[Any, ...] = (
        1,
        1.0,
        10,
        "1",
        "2.0",
        "999",
        "1.",
        ".1",
        "1.0.0",
        " 1.0",
        "1.0 ",
        "1.0\n",
        "01.0",
        "1.00",
        "v1.0",
        "１.0",
        "1,0",
        "0.9",
        "-1.0",
        "",
        None,
        [],
        {},
        True,
        "1.0-beta",
        "one",
    )
    for version in bad:
        yield changed("P17", "/schema_version", version)
    yield Bad("P17", "no version", as_json(files.without(files.pack(), "/schema_version")))


def _ids() -> Iterator[Bad]:
    for name in (
        "",
        "c-",
        "c-1",
        "C-0123abcd",
        "c-0123ABCD",
        "c-0123abcde",
        " c-0123abcd",
        "c-0123abcd\n",
        "c-0123abc\u0661",
        "../../x",
        "constructor",
        "__proto__",
        "x" * 10_000,
        "c_0123abcd",
        "c-0123abc\u200b",
    ):
        yield changed("P18", "/chips/0/id", name)
    for name in ("", " ", "a b", "a/b", "../x", "x" * 201, "a\u0000b", "a\nb", "<b>", "ünî?"):
        yield changed("P18", "/sections/0/id", name)
    made = files.pack()
    yield Bad(
        "P18", "two chips of one id", as_json(files.changed(made, "/chips/1/id", made["chips"][0]["id"]))
    )
    yield Bad("P18", "one chip twice", as_json(files.changed(made, "/chips/1", made["chips"][0])))
    yield Bad("P18", "two sections of one id", as_json(files.changed(made, "/sections/1/id", "feeding")))
    yield Bad(
        "P18",
        "an id that does not follow",
        as_json({**files.changed(made, "/chips/0/id", "c-00000000"), "slug": "other-id"}),
        is_taken=True,
    )


def _sums() -> Iterator[Bad]:
    bench = full()["bench"]
    for key, value in bench.items():
        if isinstance(value, int) and not isinstance(value, bool) and key != "new_noun_tokens_withheld":
            for n in (1, 7):
                yield changed("P19", f"/bench/{key}", value + n, base=full())
    for reason, n in bench["dropped_by"].items():
        yield changed("P19", f"/bench/dropped_by/{reason}", n + 1, base=full())
    for path in ("/chips/0", "/bench/drops/0", "/short/bullets/0"):
        base = full() if path != "/short/bullets/0" else files.pack()
        yield Bad("P19", f"without {path}", as_json(files.without(base, path)))
    yield Bad(
        "P19", "published without its state", as_json(files.changed(files.pack(), "/chips/0/published", True))
    )


def _nothing_in_it() -> Iterator[Bad]:
    yield Bad("P21", "no chips", as_json(files.pack(chips=[], slug="no-chips")), is_taken=True)
    yield Bad("P21", "no bullets", as_json(files.pack(bullets=(), slug="no-bullets")), is_taken=True)
    yield Bad(
        "P21",
        "no sections",
        as_json(files.pack(chips=[], sections=[], thanks=None, slug="no-sections")),
        is_taken=True,
    )
    drops = [files.drop("chip", "figure") for _ in range(40)]
    yield Bad(
        "P21", "all dropped", as_json(files.pack(chips=[], drops=drops, slug="all-dropped")), is_taken=True
    )


def _texts() -> Iterator[Bad]:
    for path in (
        "/title",
        "/dek",
        "/chips/0/q",
        "/chips/0/a",
        "/sections/0/heading",
        "/short/bullets/0",
        "/related/0/why",
        "/pack_note",
    ):
        for text in ("\ud800", "x\udfffx", "\ude00\ud83d", "x\0", "\0"):
            yield changed("T01", path, text)
    for path in ("/chips/0/q", "/chips/0/a"):
        for text in ("", " ", "\n\t ", "x" * 1_000_000):
            yield changed("T16", path, text)
    yield Bad("T01", "a surrogate as key", as_json({**files.pack(), "\ud800": 1}))
    yield Bad("T01", "NUL as key", as_json({**files.pack(), "a\0": 1}))


def _spans() -> Iterator[Bad]:
    span = files.pack()["sections"][1]["span"]
    for value in (
        [-1, 5],
        [5, -1],
        span[::-1],
        [span[0]] * 2,
        [0.5, 1],
        ["1", "2"],
        [None, 1],
        [1],
        [1, 2, 3],
        [],
        {},
        "1-2",
        [2**40, 2**41],
        [True, 2],
    ):
        yield changed("T08", "/sections/1/span", value)
        yield changed("T08", "/sections/1/chunks/0", value)
    for shift in (-3, 3):
        yield changed("T11", "/sections/1/span", [span[0] + shift, span[1]])
        yield changed("T11", "/sections/1/span", [span[0], span[1] + shift])
    yield changed("T11", "/sections/2/span", span)
    yield changed("T08", "/sections/1/chars", span[1] - span[0] + 1)


def _cites() -> Iterator[Bad]:
    for n, cites in enumerate(
        (["nowhere"], [], ["feeding", "feeding"], ["Feeding"], ["féeding"], ["x" * 5000], ["a b", "<c>"])
    ):
        yield Bad(
            "T12",
            f"cites {cites!r:.40}",
            as_json({**files.changed(files.pack(), "/chips/0/cites", cites), "slug": f"cites-{n}"}),
            is_taken=True,
        )


def _hashes() -> Iterator[Bad]:
    sha = files.pack()["source"]["md_sha"]
    for value in (
        sha.upper(),
        sha[:40],
        f"sha256:{sha}",
        sha[:-1],
        sha + "0",
        sha[:-1] + "g",
        "",
        " " + sha,
        sha + "\n",
        None,
        0,
        [sha],
    ):
        if value != sha:
            yield changed("T13", "/source/md_sha", value)


def _addresses() -> Iterator[Bad]:
    for url in (
        "javascript:alert(1)",
        "JAVASCRIPT:x",
        " https://example.org/",
        "data:text/html,x",
        "file:///etc/passwd",
        "//example.org/",
        "/x",
        "x",
        "",
        "ftp://example.org/",
        "https://",
        "https:///x",
        "http://[::1",
        "https://exa mple.org/",
        "https://example.org/\n",
        "https://a\u202eb.example/",
        "https://" + "a" * 3000,
        "vbscript:x",
        "https:/\\evil.example",
    ):
        for field in ("/source/url", "/source/md_url"):
            yield changed("X10", field, url)
