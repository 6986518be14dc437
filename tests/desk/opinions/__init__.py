"""How two judges are asked in the tests here: short words for what each of them does."""

from __future__ import annotations

from reviews import desk, witness
from reviews.core import chain
from reviews.models import Pack
from tests import builders
from tests.builders import ask

QUOTED = desk.Quoted("Feed the starter once a day with 50 g of flour")
GATES = ["quote", "figure", "new_noun", "cite"]


def publish(pack: Pack, who, n: int = 0, why: str = "it stands there") -> desk.Done:
    chip = builders.chip(pack, n)
    quoted = QUOTED if n == 0 else desk.Quoted()
    return desk.publish(pack, chip.cid, ask(who, chip, why=why), quoted, GATES)


def hold(pack: Pack, who, n: int = 0, why: str = "not sure of it") -> desk.Done:
    chip = builders.chip(pack, n)
    return desk.hold(pack, chip.cid, ask(who, chip, why=why))


def undo(pack: Pack, who, n: int = 0) -> desk.Done:
    chip = builders.chip(pack, n)
    return desk.undo(pack, chip.cid, ask(who, chip))


def edit(pack: Pack, who) -> None:
    chip = builders.chip(pack)
    words = builders.wording(chip.q, "It is fed once a day with flour and water.", *chip.cites)
    desk.hand_edit(pack, chip.cid, ask(who, chip, why="clearer"), words)


def holds(pack: Pack) -> bool:
    pack.refresh_from_db()
    return witness.of(pack).faults == ()


def relinked(bodies):
    """Lines of a ledger with these bodies, hashed anew."""
    head, lines = chain.ZERO, []
    for body in bodies:
        text = chain.canonical(body)
        head = chain.link(head, text)
        lines.append(chain.Line(text, head))
    return chain.to_jsonl(lines).splitlines(keepends=True)
