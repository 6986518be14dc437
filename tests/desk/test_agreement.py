"""Agreement as a report tells it, against a textbook's sums over what random judges said, noted down as they said it."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction

import pytest

from reviews import desk, opinions, reports
from reviews.models import Pack, User
from reviews.reports import Scope
from tests import builders
from tests.builders import ask
from tests.core import builders as files

pytestmark = pytest.mark.django_db
GATES = ["quote", "figure", "new_noun", "cite", "bare_figure"]
Pairs = list[tuple[str, str]]


def verdict(pack: Pack, who: User, n: int, said: str) -> str:
    """Give a verdict; the act that was recorded."""
    chip = builders.chip(pack, n)
    asked = ask(who, chip, why="so it is")
    if said == "hold":
        return desk.hold(pack, chip.cid, asked).entry.act
    return desk.publish(pack, chip.cid, asked, desk.Quoted(), GATES).entry.act


def judged(luck: random.Random) -> tuple[Pack, Pairs, dict[tuple[str, str], Pairs]]:
    """A pack judged at random, each two by their own leaning; all pairs, and those of each two by name."""
    texts = [(f"how is loaf {n} baked?", "In a hot oven, until it is brown.") for n in range(12)]
    pack = builders.loaded(
        slug=f"random-{luck.random()}".replace(".", "-"), chips=[files.chip(*t, ["feeding"]) for t in texts]
    )
    opinions.set_rule(pack, "every", by=None)
    people = list(User.objects.filter(may_judge=True).order_by("username"))
    leaning = {one.pk: luck.choice([0.0, 0.3, 0.6, 0.9, 1.0]) for one in people}
    every, by_two = [], defaultdict(list)
    for n in range(12):
        first, second, third = luck.sample(people, 3)
        said = ["publish" if luck.random() < leaning[one.pk] else "hold" for one in (first, second)]
        verdict(pack, first, n, said[0])
        if luck.random() < 0.2:
            continue
        act = verdict(pack, second, n, said[1])
        every.append((said[0], said[1]))
        (one, its), (other, others) = sorted(zip((first.username, second.username), said, strict=True))
        by_two[one, other].append((its, others))
        if act == "dispute" and luck.random() < 0.5:
            verdict(pack, third, n, luck.choice(["publish", "hold"]))
        elif luck.random() < 0.3:  # what comes later was not blind
            chip = builders.chip(pack, n)
            if act != "dispute":
                desk.undo(pack, chip.cid, ask(third, chip))
                verdict(pack, first, n, "hold")
                verdict(pack, second, n, "publish")
    return pack, every, by_two


def textbook(pairs: Pairs) -> tuple[Fraction | None, Fraction | None]:
    """Observed agreement, and (observed - expected) / (1 - expected) with expected over the four margins."""
    if not pairs:
        return None, None
    n = len(pairs)
    a, b, c, d = (sum(pair == cell for pair in pairs) for cell in (
        ("publish", "publish"), ("publish", "hold"), ("hold", "publish"), ("hold", "hold"),
    ))  # fmt: skip
    observed = Fraction(a + d, n)
    expected = Fraction((a + b) * (a + c) + (c + d) * (b + d), n * n)
    return observed, None if expected == 1 else (observed - expected) / (1 - expected)


@pytest.mark.parametrize("seed", range(6))
def test_a_report_tells_what_a_textbook_makes_of_it(seed):
    for name in ("jo", "kim", "lea", "mia"):
        builders.seated(builders.judge(name))
    pack, every, by_two = judged(random.Random(seed))
    told = reports.of(Scope(pack=pack))
    found = {one.judges: (one.raw, one.kappa) for one in told.agreed_by_two} | {
        (): (told.agreed.raw, told.agreed.kappa)
    }
    wanted = {judges: textbook(pairs) for judges, pairs in by_two.items()} | {(): textbook(every)}
    assert found.keys() == wanted.keys()
    for judges, (raw, kappa) in wanted.items():
        assert found[judges] == pytest.approx((raw and float(raw), kappa and float(kappa)))
