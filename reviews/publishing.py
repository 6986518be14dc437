"""What stands against publishing a chip (docs/judging.md): a quote that does not stand, a finding that nobody overrode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviews import evidence
from reviews.core import acts
from reviews.core.gates import GATES, Finding
from reviews.core.gates.quote import OUTSIDE
from reviews.core.refusals import NotPublishable
from reviews.models import Pack

GATE_ORDER = {name: n for n, (name, _) in enumerate(GATES)}


@dataclass(frozen=True)
class Quoted:
    """A quote as it was given: the words, the section they are said to stand in, and the selection where there was one."""

    words: str = ""
    cite: str = ""
    at: tuple[int, int] | None = None


def objections(pack: Pack, wording: acts.Wording, quoted: Quoted) -> tuple[acts.Grounds, list[Finding]]:
    """What a publication of these words on this quote would stand on, and every finding against it, in gate order."""
    verdict = evidence.verdict(pack, quoted.words, quoted.cite, wording.cites, quoted.at)
    found = evidence.findings(pack, wording.q, wording.a, wording.cites)
    against = evidence.against_quote(pack, verdict, wording.cites)
    findings = sorted([*found, *([against] if against else [])], key=lambda f: GATE_ORDER[f.gate])
    if verdict.kind not in ("stands", "short") or verdict.span is None:
        return acts.NO_GROUNDS, findings
    return acts.Grounds(verdict.quote, verdict.section or "", verdict.span), findings


def spoken(findings: Sequence[Finding], overrides: Sequence[str]) -> list[str]:
    """The overrides that are needed and were spoken, in gate order. NotPublishable where one is missing or may not be."""
    if refused := [f for f in findings if f.severity == "refused"]:
        raise NotPublishable(f"Not published: {refused[0].text} {_instead(refused[0])}", refused)
    needed = [f for f in findings if f.severity == "override"]
    if silent := [f for f in needed if f.gate not in overrides]:
        raise NotPublishable(f"Not published: {silent[0].text} {_way_on(silent[0])}{_more(silent)}", silent)
    return list(dict.fromkeys(f.gate for f in needed))


def _more(silent: Sequence[Finding]) -> str:
    """That it is not the only one, so that nobody ticks a box and is refused for the next."""
    n = len({one.gate for one in silent}) - 1
    return f" {n} more {'box below asks' if n == 1 else 'boxes below ask'} the same." if n else ""


def _instead(finding: Finding) -> str:
    """What a judge can do where no override is open."""
    if finding.gate == "cite":
        return "Edit the chip to cite a section that is there, or hold or drop it."
    if finding.gate == "quote":
        return "Choose words that stand in the section, or hold the chip."
    return "Mend the words, or hold or drop the chip."


def _way_on(finding: Finding) -> str:
    """What a judge can do about a finding, the likelier thing first."""
    if finding.text == evidence.MISSING:
        return "The box for it stands under “No quote can be checked”."
    if finding.gate == "quote" and finding.text.endswith(OUTSIDE):
        return "Change the cite to it; or tick the box below, and say why it goes without."
    if finding.gate == "quote":
        return "Choose the words that carry the answer; or tick the box below, and say why it goes without."
    return "Mend the words, hold it, or tick the box beside it and say why it is published all the same."


def published_again(pack: Pack, after: acts.Chip, overrides: Sequence[str]) -> list[str]:
    """Everything asked again of a chip that an undo would publish; the overrides that were spoken then still count."""
    grounds = after.grounds
    new_grounds, findings = objections(pack, after.wording, Quoted(grounds.quote, grounds.cite, grounds.span))
    if grounds.span and not _are_kept(grounds, new_grounds):
        # The slice may hold a comment; what it shows has none.
        words = evidence.shown(pack, grounds.cite, grounds.span)
        new_grounds, findings = objections(pack, after.wording, Quoted(words, grounds.cite, grounds.span))
    if grounds.quote and not _are_kept(grounds, new_grounds):
        raise NotPublishable("Its quote no longer stands, so this cannot be undone.", findings)
    return spoken(findings, [*overrides, *restored_overrides(after)])


def _are_kept(grounds: acts.Grounds, new: acts.Grounds) -> bool:
    """A quote published here stands as the very slice that it was. One that was loaded has no place of its own: for it
    it is enough to stand, and it comes back as it was loaded."""
    return new.quote == grounds.quote if grounds.span else bool(new.quote)


def restored_overrides(after: acts.Chip) -> tuple[str, ...]:
    """The overrides of the publication that an undo restores."""
    return after.acts[-1].overrides if after.acts else ()


def stored(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as the chip's row keeps them."""
    return [dict(vars(f)) for f in findings]
