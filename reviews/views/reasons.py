"""Ready reasons, one digit each. One is only ever put into the field, where the judge may change it."""

from __future__ import annotations

REASONS: dict[str, tuple[str, ...]] = {
    "publish": (
        "the section does carry this",
        "what was missed stands in the section",
        "the figure is right",
        "the finding is wrong: the words are there",
    ),
    "hold": (
        "the section does not carry this",
        "the section says it in part only",
        "needs a second opinion",
        "the figure has to be checked",
        "waits for the article",
    ),
    "drop": (
        "the section says something else",
        "nothing in the article carries this",
        "another chip says the same",
        "nobody would ask this",
        "the figure is wrong",
    ),
    "strike": (
        "the section says something else",
        "the figure is wrong",
        "it repeats another one",
        "it promises more than the article does",
        "it leaves out what matters",
    ),
    "hand-edit": (
        "corrected the figure",
        "brought into the words of the section",
        "made plainer",
        "spelling or grammar",
        "points to the right section now",
    ),
    "override": (
        "the finding is wrong: the words are there",
        "the name is common knowledge",
        "the figure follows from two in the section",
        "house style allows this here",
        "I read the section at its address",
    ),
    "exclude": (
        "wrote the article",
        "wrote the pack",
        "is close to somebody who wrote it",
    ),
    "reopen": (
        "a chip has to be corrected",
        "the article has changed",
        "ratified too early",
    ),
}


def at_desk(status: str) -> dict[str, tuple[str, ...]]:
    """The ready reasons for a chip that stands so: publishing settles a disagreement, or goes over what a gate holds."""
    return REASONS | {"publish": REASONS["publish" if status == "disputed" else "override"]}
