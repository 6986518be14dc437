"""The house's own measures for the gates, with their defaults; a wrong setting is refused, never ignored."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from reviews.core.faults import Fault
from reviews.core.gates.finding import Severity
from reviews.core.gates.spoken import spoken

# `cite` and `quote` are not here: a cite to nowhere and a quote that does not stand are refused always
# (docs/judging.md), so no setting may change them.
ADJUSTABLE = frozenset(
    (
        "new_noun figure bare_figure length directive redaction identifier profanity house_voice editorial"
    ).split()
)

HOST = re.compile(r"[a-z0-9](?:[a-z0-9.\-]*[a-z0-9])?")


class RulesError(ValueError):
    """Settings are refused; `faults` has every reason at once, at least one."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, faults)))


@dataclass(frozen=True)
class Rules:
    """Lengths in code points; words and phrases in lower case; `severities` by gate name, `override` or `note`.

    `first_person` allows I, my, we, us and our everywhere. `hype_words` and `profane_words` add to the
    gates' own lists, `plain_words` and `clean_words` take away from them. `internal_hosts` are names
    or domains of the house that no page may show, besides the usual `.internal`, `.local` and so on.
    """

    q_max: int = 120
    a_min: int = 40
    a_max: int = 400
    first_person: bool = False
    hype_words: tuple[str, ...] = ()
    plain_words: tuple[str, ...] = ()
    profane_words: tuple[str, ...] = ()
    clean_words: tuple[str, ...] = ()
    internal_hosts: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> Rules:
        """From a TOML table; raises RulesError with every fault at once."""
        faults = [fault for key, value in settings.items() for fault in _faults(key, value)]
        faults = faults or _misordered(settings)
        if faults:
            raise RulesError(faults)
        return cls(**{key: _frozen(value) for key, value in settings.items()})


def _faults(key: str, value: object) -> list[Fault]:
    if key not in _CHECKS:
        known = ", ".join(sorted(_CHECKS))
        return [Fault(f"/{key}", "unknown", f"“{key}” is not a setting of the gates; they are {known}.")]
    return _CHECKS[key](f"/{key}", value)


def _number(path: str, value: object) -> list[Fault]:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 20_000:
        return []
    return [Fault(path, "number", f"A whole number from 0 to 20000 was expected, {value!r} was found.")]


def _switch(path: str, value: object) -> list[Fault]:
    if isinstance(value, bool):
        return []
    return [Fault(path, "switch", f"true or false was expected, {value!r} was found.")]


def _words(path: str, value: object) -> list[Fault]:
    if not isinstance(value, list | tuple):
        return [Fault(path, "words", f"A list of words was expected, {value!r} was found.")]
    return [
        Fault(f"{path}/{n}", "word", f"A word in lower case was expected, {word!r} was found.")
        for n, word in enumerate(value)
        if not (isinstance(word, str) and word.strip() == word == word.lower() and spoken(word))
    ]


def _hosts(path: str, value: object) -> list[Fault]:
    """A host or a domain alone: an address or a pattern would never be found in a text."""
    return _words(path, value) or [
        Fault(
            f"{path}/{n}",
            "host",
            f"A host such as build-07 or corp.example was expected, {word!r} was found.",
        )
        for n, word in enumerate(value if isinstance(value, list | tuple) else ())
        if not HOST.fullmatch(word)
    ]


def _severities(path: str, value: object) -> list[Fault]:
    if not isinstance(value, Mapping):
        return [Fault(path, "table", f"A table of gate names was expected, {value!r} was found.")]
    return [
        fault for gate, severity in value.items() for fault in _severity(f"{path}/{gate}", gate, severity)
    ]


def _severity(path: str, gate: object, severity: object) -> list[Fault]:
    if gate not in ADJUSTABLE:
        return [Fault(path, "gate", f"“{gate}” is not a gate whose severity can be set.")]
    if severity not in ("override", "note"):
        return [Fault(path, "severity", f"override or note was expected, {severity!r} was found.")]
    return []


def _misordered(settings: Mapping[str, Any]) -> list[Fault]:
    low, high = settings.get("a_min", Rules.a_min), settings.get("a_max", Rules.a_max)
    if low <= high:
        return []
    return [Fault("/a_min", "order", f"The shortest answer, {low}, is above the longest, {high}.")]


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return MappingProxyType(dict(value))
    return tuple(value) if isinstance(value, list | tuple) else value


_BY_TYPE: dict[str, Callable[[str, object], list[Fault]]] = {
    "int": _number,
    "bool": _switch,
    "tuple[str, ...]": _words,
    "Mapping[str, Severity]": _severities,
}
_CHECKS = {one.name: _BY_TYPE[str(one.type)] for one in fields(Rules)} | {"internal_hosts": _hosts}

DEFAULT = Rules()
