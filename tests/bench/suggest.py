"""How fast sentences are suggested, and how often one of them carries the claim: `python -m tests.bench.suggest`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from reviews.core import fold, suggest
from tests.bench import Case, cases, milliseconds

SOUND = (
    "clean",
    "house_voice",
    "editorial",
    "directive",
    "redaction",
    "identifier",
    "profanity",
    "length",
    "cite",
)


def main() -> None:
    print(
        f"{'article':<44}{'chips':>6}{'first':>7}{'of three':>9}{'ms':>8}{'again':>8}{'others':>9}{'again':>8}"
    )
    total = [0, 0, 0]
    for case in cases():
        ranks = list(places(case))
        n_first, n_three = sum(rank == 0 for rank in ranks), sum(rank is not None for rank in ranks)
        total = [total[0] + len(ranks), total[1] + n_first, total[2] + n_three]
        known = (
            f"{len(ranks):>6}{n_first:>7}{n_three:>9}"
            if case.truth
            else f"{len(case.data['chips']):>6}{'-':>7}{'-':>9}"
        )
        times = [
            timed(case, ask, is_first=first) for ask in (suggested, of_others) for first in (True, False)
        ]
        print(
            f"{case.name:<44}{known}"
            + "".join(f"{ms:>{w}.2f}" for ms, w in zip(times, (8, 8, 9, 8), strict=True))
        )
    if total[0]:
        print(f"SUGGEST chips={total[0]} first={total[1] / total[0]:.0%} of_three={total[2] / total[0]:.0%}")


def places(case: Case) -> Iterator[int | None]:
    """For each chip with a known sentence: at which place it is suggested; None where it is not."""
    for chip in case.data["chips"]:
        known = case.truth.get(chip["id"], {})
        if known.get("support") and known.get("kind") in SOUND:
            yield next(
                (n for n, one in enumerate(suggested(case, chip)) if meets(one.span, known["support"])), None
            )


def suggested(case: Case, chip: dict[str, Any]) -> list[suggest.Suggestion]:
    return suggest.suggest(
        chip["q"], chip["a"], article=case.text, spans=case.source.spans, cites=chip["cites"]
    )


def of_others(case: Case, chip: dict[str, Any]) -> list[suggest.Suggestion]:
    return suggest.elsewhere(
        chip["q"], chip["a"], article=case.text, spans=case.source.spans, cites=chip["cites"]
    )


def meets(span: tuple[int, int], support: list[int]) -> bool:
    return span[0] < support[1] and support[0] < span[1]


def timed(case: Case, ask: Callable[[Case, dict[str, Any]], object], *, is_first: bool) -> float:
    """Milliseconds a chip, over all of the pack's, with every index to be made or made before."""

    def work() -> None:
        if is_first:
            suggest._bank.cache_clear()
            fold.drawn.cache_clear()
        for chip in case.data["chips"]:
            ask(case, chip)

    work()
    return milliseconds(work, 3) / max(len(case.data["chips"]), 1)


if __name__ == "__main__":
    main()
