"""Proof 14: text is kept, sealed and exported exactly as it was sent, code point by code point; names that look alike are one.

python -m tests.proofs.exact_text [--short]

A pack over an article in every form that text comes in (composed and decomposed, joined, right to left, beyond the first
plane, with variation selectors) is loaded by form; half of its chips are published as they are and half in other words,
with quotes and reasons in the same forms; then it is ratified and exported. Every text is compared with what was sent, the
loaded files byte for byte, and the export is given to the outsiders' verifier with the article. Over SQLite and
PostgreSQL. In the control the words of an edit are normalised before they are saved.
"""

from __future__ import annotations

import hashlib
import json
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

from reviews.core import verify
from reviews.core.gates import GATES
from tests.core import builders as files
from tests.proofs import cluster
from tests.proofs.desk import Desk, act, desk, key
from tests.proofs.line import Found, run

_WORDS = "Crème brûlée à l’Ångström, Việt Nam, São Tomé"
TEXTS = {
    "composed": unicodedata.normalize("NFC", _WORDS),
    "decomposed": unicodedata.normalize("NFD", _WORDS),
    "joined": "👩‍💻 with 👨‍👩‍👧‍👦 and 🏳️‍🌈, क्‍ष and می‌خواهم",
    "right to left": "שלום עולם, مرحبا بالعالم (42) and back",
    "beyond the first plane": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈 🥖 𠀀",
    "variation selectors": "☎️ is not ☎, nor ☎︎; 葛󠄀 is 葛",
    "compatible, not the same": "ﬁ ½ ① Ⅷ ㎏ Å Å Ω Ω ｆｕｌｌ",
    "Korean": unicodedata.normalize("NFD", "한국어") + " 한국어",
    "odd spaces": "a\u00a0b\u2009c\u3000d\u2028e",
    "order of marks": "q\u0307\u0323 q\u0323\u0307",
}
NAMES = (
    "Zoë",
    "Zoe\u0308",
    "ｚＯË",
    "Zоë",
    "Ζoë",
)  # the first is taken: composed, decomposed, wide, Cyrillic, Greek
EVERY_GATE = [name for name, _ in GATES]
SLUG = "every-form"


def article() -> str:
    rows = "".join(f"Feed it {text} once a day.\n\n" for text in TEXTS.values())
    return f"# Forms\n\n## Feeding {{#feeding}}\n\n{rows}"


def loaded() -> bytes:
    made = [
        files.chip(f"how is {t} fed?", f"It is fed {t}, once a day.", ["feeding"]) for t in TEXTS.values()
    ]
    return files.raw(files.pack(slug=SLUG, title=TEXTS["joined"], text=article(), chips=made, thanks=None))


def decided(one: Desk, made: list[dict[str, Any]], found: Found) -> dict[str, tuple[str, str, str, str]]:
    """Every chip published, every other one in other words: by chip question, answer, quote and reason as sent."""
    judge, sent = one.people()[0], {}
    for n, (chip, text) in enumerate(zip(made, TEXTS.values(), strict=True)):
        q, a = chip["q"], chip["a"]
        if n % 2:
            q, a = f"is {text} fed by hand?", f"By hand, {text}, once a day."
        quote, why = f"Feed it {text} once a day.", f"Carried: {text}"
        more = {"q": q, "a": a, "cites": "feeding", "then": "publish"} if n % 2 else {}
        said = {"quote": quote, "quote_cite": "feeding", "why": why, "override": EVERY_GATE}
        answer = judge.post(*act(SLUG, chip["id"], "edit" if n % 2 else "publish", 1, **said, **more))
        found.expect(answer.is_recorded, f"{text}: was answered {answer.status}")
        sent[chip["id"]] = (q, a, quote, why)
    return sent


def compare(one: Desk, raw: bytes, sent: dict[str, tuple[str, str, str, str]], found: Found) -> None:
    """The files as loaded, the export and its ledger, against what was sent."""
    admin = one.people("admin")[0]
    text = article().encode()
    sha = hashlib.sha256(text).hexdigest()
    found.expect(admin.get(f"/packs/{SLUG}/file/").body == raw, "the pack's bytes are others")
    found.expect(admin.get(f"/packs/{SLUG}/article/{sha}/").body == text, "the article's bytes are others")
    ratified = admin.post(f"/packs/{SLUG}/ratify/", {"key": key(), "why": ""})
    found.expect(ratified.is_recorded, f"ratify was answered {ratified.status}")
    export, ledger = (admin.get(f"/packs/{SLUG}/export/{path}").body for path in ("", "ledger/"))
    lines = ledger.splitlines(keepends=True)
    found.violations += verify.verify(export, lines, text, raw).faults
    bodies = [json.loads(json.loads(line)["body"]) for line in lines]
    said = {body["chip"]: body for body in bodies if body["act"] == "publish"}
    kept = {(chip["q"], chip["a"], chip["quote"]) for chip in json.loads(export)["chips"]}
    for cid, (q, a, quote, why) in sent.items():
        found.tried += 1
        found.expect((q, a, quote) in kept, f"not in the export as it was sent: {(q, a, quote)!a}")
        body = said[cid]
        shas = [hashlib.sha256(one.encode()).hexdigest() for one in (q, a)]
        found.expect([body["q"], body["a"]] == shas, f"not sealed as it was sent: {(q, a)!a}")
        found.expect((body["quote"], body["why"]) == (quote, why), f"not as it was sent: {why!a}")


def names(one: Desk, found: Found) -> None:
    """A name is taken once, however it is written."""
    admin = one.people("admin")[0]
    for n, name in enumerate(NAMES):
        answer = admin.post("/users/", {"name": name})
        found.tried += 1
        found.expect(answer.status == (422 if n else 201), f"the name {name!a}: {answer.status}")


def on(one: Desk) -> Found:
    one.start()
    found, raw = Found(), loaded()
    sent = {"pack": ("p.json", raw), "article": ("a.md", article().encode())}
    answer = one.people("admin")[0].upload("/load/", sent)
    found.expect(answer.is_recorded, f"the load was answered {answer.status}: {answer.body[-500:]!r}")
    compare(one, raw, decided(one, json.loads(raw)["chips"], found), found)
    names(one, found)
    found.violations += one.read()["faults"]
    return found


def proof(is_short: bool) -> Found:
    found = Found()
    for kind in cluster.kinds()[: 1 if is_short else None]:
        with desk(url=cluster.chosen(kind), workers=1, judges=1, admins=1) as one:
            found += on(one)
    return found


def control(is_short: bool) -> Found:
    with desk(weak="normalised", workers=1, judges=1, admins=1) as one:
        return on(one)


def main(argv: Sequence[str] | None = None) -> int:
    return run("EXACT_TEXT", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
