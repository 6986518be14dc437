"""The fields of a decision, checked for shape alone: what they mean is asked by the desk, under the lock."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from reviews.core import acts
from reviews.core.gates import GATES

LONGEST = 20_000
KEY = r"[A-Za-z0-9_-]{8,64}"
SPLIT = re.compile(r"[\s,]+")


def cites_in(given: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Section ids parted by spaces or commas; a known cite that has those in it is found whole, as its field shows it."""
    if list(given) == [shown_cites(known)]:
        return tuple(known)
    odd = {shown_cites([cite]): cite for cite in known if cite and SPLIT.search(cite)}
    whole = [rf"(?<![^\s,]){re.escape(cite)}(?![^\s,])" for cite in sorted(odd, key=len, reverse=True)]
    pattern = re.compile("|".join([*whole, r"[^\s,]+"]))
    return tuple(odd.get(found[0], found[0]) for text in given for found in pattern.finditer(text))


def shown_cites(cites: Sequence[str]) -> str:
    """The cites in one field, which has no line ends."""
    return re.sub(r"[\r\n]", "", " ".join(cites))


class WholeNumber(forms.IntegerField):
    """Digits, as a form of ours sends them: Python's own reading takes `1_0` and digits of other scripts too."""

    def to_python(self, value: Any) -> int | None:
        if str(value or "").strip().strip("0123456789-"):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class ActForm(forms.Form):
    """What every act carries: the version it is about, an idempotency key, and why."""

    version = WholeNumber(min_value=1, max_value=2**31 - 1)
    key = forms.RegexField(rf"^{KEY}\Z")
    why = forms.CharField(max_length=2000, required=False)


class UndoForm(ActForm):
    """An undo that publishes again may have to override what the publication did not."""

    @property
    def overrides(self) -> list[str]:
        """The gates named; a name that is no gate's is nobody's override."""
        return [name for name, _ in GATES if name in self.data.getlist("override")]  # type: ignore[attr-defined]


class PublishForm(UndoForm):
    """A quote as words, with the section it is said to stand in, and the selection where there was one."""

    quote = forms.CharField(max_length=LONGEST, required=False, strip=False)
    quote_cite = forms.CharField(max_length=200, required=False)
    quote_start = WholeNumber(min_value=0, max_value=2**31 - 1, required=False)
    quote_end = WholeNumber(min_value=0, max_value=2**31 - 1, required=False)

    @property
    def at(self) -> tuple[int, int] | None:
        """The selected span in code points of the article, where both ends came along."""
        start, end = self.cleaned_data.get("quote_start"), self.cleaned_data.get("quote_end")
        return (start, end) if start is not None and end is not None else None


class EditForm(PublishForm):
    """New words for a chip; with `then=publish` the quote fields are for the new words.

    `known` are the cites that the chip has: one of a writer's may hold a space or a comma, and is still one.
    """

    q = forms.CharField(max_length=acts.LONGEST["q"], strip=False)
    a = forms.CharField(max_length=acts.LONGEST["a"], strip=False)
    then = forms.ChoiceField(choices=[("", ""), ("publish", "publish")], required=False)

    def __init__(self, *given: Any, known: Sequence[str] = (), **named: Any) -> None:
        super().__init__(*given, **named)
        self._known = known

    def clean(self) -> dict[str, Any] | None:
        if any(len(cite) > 200 or "\0" in cite for cite in set(self.cites) - set(self._known)):
            raise ValidationError({"__all__": "A cite is the id of a section."})
        if (n := len(self._given)) > acts.MOST_CITES:
            most = f"A chip cites at most {acts.MOST_CITES} sections"
            raise ValidationError({"__all__": f"{most}, and these are {n:,}: the first of them stand here."})
        return super().clean()

    @property
    def cites(self) -> tuple[str, ...]:
        """Section ids as given, repeated fields or one list, best first; no more than a chip may have."""
        return self._given[: acts.MOST_CITES]

    @property
    def _given(self) -> tuple[str, ...]:
        return cites_in(self.data.getlist("cites"), self._known)  # type: ignore[attr-defined]

    @property
    def wording(self) -> acts.Wording:
        """The new words, line ends as LF: browsers send CRLF whatever was typed."""
        q, a = (self.cleaned_data[name].replace("\r\n", "\n").replace("\r", "\n") for name in ("q", "a"))
        return acts.Wording(q, a, self.cites)
