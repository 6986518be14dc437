"""The ways in which an act is refused. Each message is a plain sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from reviews.core.gates import Finding


class Refused(Exception):
    """An act did not happen, and nothing was written."""


class NoSeat(Refused):
    """The person has no standing seat on this pack, or not the role that the act needs."""


class AnotherJudge(NoSeat):
    """Somebody else has to judge this chip: its words are this person's, or their opinion is in."""


class Excluded(NoSeat):
    """The person has a conflict of interest here (`exclusions`): whatever seat or role they have, they decide nothing."""


class ActRefused(Refused):
    """The act is not open: the chip or pack stands where it cannot be done."""


class StaleChip(ActRefused):
    """Somebody acted first: the form was made for an older version."""

    def __init__(self, found: int, asked: int) -> None:
        super().__init__(
            f"Somebody decided first: this is version {found} now, your form was made for version {asked}."
        )


class Malformed(Refused):
    """The form says something that cannot be done to this chip; `field` is the one to mend."""

    def __init__(self, text: str, field: str = "") -> None:
        self.field = field
        super().__init__(text)


class NotPublishable(Refused):
    """What stands against publishing (docs/judging.md); `findings` are those that were not overridden."""

    def __init__(self, text: str, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(text)


class KeyReused(Refused):
    """An idempotency key came again with another body."""


class DoesNotAddUp(Refused):
    """A record or a sum does not close; the message shows both sides."""
