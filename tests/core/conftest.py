"""Fixtures of several tests of the rules: none has a database or a clock."""

from __future__ import annotations

import pytest

from reviews.core import runs


@pytest.fixture
def panicking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser of Markdown that panics: no text is known that makes the real one."""

    class Panic(BaseException):
        pass

    class Broken:
        def events_with_range(self, text: str) -> None:
            raise Panic

    monkeypatch.setattr(runs, "PARSER", Broken())
