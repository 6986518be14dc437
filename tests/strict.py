"""A pytest plugin (`-p tests.strict`) that counts tests left out; under PACKREVIEW_STRICT they are a failure.

Left out is a test that was skipped, is expected to fail, or was deselected. The counts of every run of one
`make test` are added up in the file that PACKREVIEW_TALLY names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

_LEFT_OUT = pytest.StashKey[dict[str, str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_LEFT_OUT] = {}
    config.pluginmanager.register(_Hooks(config))


class _Hooks:
    """Collects on the controller, where xdist runs tests elsewhere: workers send what only they know."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.left_out = config, config.stash[_LEFT_OUT]

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.left_out.update({item.nodeid: "deselected" for item in items})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.left_out[report.nodeid] = getattr(report, "wasxfail", "") or _reason(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.left_out[report.nodeid] = _reason(report)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object, error: object) -> None:
        self.left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["left_out"] = self.left_out
        elif (
            self.left_out and os.environ.get("PACKREVIEW_STRICT") and session.exitstatus == pytest.ExitCode.OK
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if hasattr(self.config, "workeroutput"):
            return
        if self.left_out and os.environ.get("PACKREVIEW_STRICT"):
            terminalreporter.section("left out, and none may be")
            for name, reason in sorted(self.left_out.items()):
                terminalreporter.line(f"{name}: {reason}")
        if tally := os.environ.get("PACKREVIEW_TALLY"):
            stats = terminalreporter.stats
            n_failed = len(stats.get("failed", ())) + len(stats.get("error", ()))
            with Path(tally).open("a") as file:
                file.write(f"{len(stats.get('passed', ()))} {n_failed} {len(self.left_out)}\n")


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The words of a skip, which pytest keeps as the last of (file, line, words)."""
    return str(report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr)
