"""The measure of work: another machine or a busy one changes nothing, more work does."""

from __future__ import annotations

from tests import pace


def test_what_is_below_the_limit_is_done_once():
    done: list[int] = []
    assert pace.ms(lambda: done.append(1), limit=1000) < 1000
    assert done == [1]


def test_a_slower_machine_changes_nothing(monkeypatch):
    clock = iter([0.0, 10.0, *(t for n in range(3) for t in (20.0 + n, 20.0 + n + 0.9))])
    monkeypatch.setattr(pace.time, "process_time", lambda: next(clock))
    assert round(pace.ms(lambda: None, limit=101)) == 100


def test_what_is_too_much_work_is_told_after_a_few_tries():
    done: list[int] = []
    assert pace.ms(lambda: done.append(1), limit=0.0, tries=3) > 0
    assert done == [1, 1, 1]
