"""Who may import whom, over every module of reviews/. Read this file first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "reviews"

# A part is a module or a package right below reviews/; a row says which other parts it may import.
ROOMS = {
    *("desk", "strikes", "opinions", "seating", "exclusions", "release", "intake", "people"),
    *("second_step", "backup", "moving"),
}
READ = {"core", "house", "models", "ledger", "evidence", "publishing", "witness", "reports", "histories"}
ABOVE = (
    READ
    | ROOMS
    | {"disk", "fetch", "forms", "templatetags", "triggers", "sessions", "readiness", "signing", "unusable"}
)
TABLE: dict[str, set[str]] = {
    "core": set(),
    "example": {"core"},
    "models": {"core"},
    "heads": set(),
    "ledger": {"core", "heads", "models"},
    "evidence": {"core", "house", "models"},
    "fetch": {"core"},
    "house": {"core"},
    "rows": {"core"},
    "tables": {"core", "models", "evidence", "rows"},
    "witness": {"core", "models", "ledger", "evidence", "tables"},
    "reports": {"core", "models"},
    "patience": set(),
    "serving": {"core", "patience"},
    "disk": set(),
    "backup": {"core", "disk", "ledger", "readiness", "serving"},
    "publishing": {"core", "models", "evidence"},
    "opinions": {"core", "models", "ledger"},
    "exclusions": {"core", "models", "ledger"},
    "counts": {"models"},
    "histories": {"core", "models", "ledger", "evidence"},
    "cases": {"core", "models", "ledger", "exclusions", "counts"},
    "desk": {
        *("core", "models", "ledger", "exclusions", "evidence", "publishing", "opinions", "counts"),
        *("cases", "histories"),
    },
    "strikes": {"core", "models", "ledger", "cases"},
    "seating": {"core", "models", "ledger", "exclusions"},
    "release": {"core", "models", "ledger", "exclusions", "witness"},
    "people": {"core", "models"},
    "intake": {"core", "models", "ledger", "evidence", "publishing", "opinions", "counts", "rows"},
    "unusable": set(),
    "sessions": {"models", "unusable"},
    "second_step": {"core", "models", "people"},
    "door": {"models", "sessions"},
    "forms": {"core", "models"},
    "templatetags": {"core", "models"},
    "checks": {"house", "readiness", "signing", "triggers"},
    "readiness": {"core", "heads", "models", "patience", "triggers"},
    "signing": {"core"},
    "moving": {"core", "models", "readiness", "serving", "triggers", "witness"},
    "triggers": set(),
    "middleware": {"views", "second_step", "unusable"},
    "uploads": set(),
    "apps": {"checks", "house", "triggers", "models"},
    "migrations": {"models"},
    "views": ABOVE,
    "management": ABOVE,
    "urls": {"views"},
}

# The rules run anywhere: of the standard library only what computes, and of others only what reads text.
CORE_MAY_IMPORT = set(
    "__future__ array bisect collections contextlib copy dataclasses datetime decimal difflib enum fractions"
    " functools hashlib heapq html importlib.resources ipaddress itertools json math operator re statistics string"
    " threading types typing unicodedata urllib.parse"
    " jsonschema nh3 nupunkt pyromark rapidfuzz".split()
)
# For outsiders: these two are commands, and open the files they are given.
CORE_COMMANDS = {"check.py", "verify.py"}
COMMANDS_MAY_IMPORT = {"argparse", "io", "os", "pathlib", "sys"}
CLOCK_AND_FILES = set("now today utcnow open read_bytes write_text write_bytes input print".split())

# Who may write the rows in which decisions lie.
WRITERS = {
    "Chip": {"desk", "intake"},
    "Entry": {"ledger"},
    "Seat": {"seating"},
    "Exclusion": {"exclusions"},
    "Opinion": {"opinions"},
}
WRITES = set("save create update delete bulk_create bulk_update get_or_create update_or_create".split())

MODULES = sorted(
    path.relative_to(APP) for path in APP.rglob("*.py") if path.name != "__init__.py" or path.parent != APP
)
CORE = [module for module in MODULES if module.parts[0] == "core"]


def part(module: Path) -> str:
    """The row of a module: the first name below reviews/."""
    return module.parts[0].removesuffix(".py")


def tree(module: Path) -> ast.Module:
    return ast.parse((APP / module).read_text())


def imports(module: Path) -> Iterator[str]:
    """Every dotted name that a module imports, at its top or in a function; relative ones made absolute."""
    package = ["reviews", *module.parts[:-1]]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def parts_imported(module: Path) -> set[str]:
    ours = {name.split(".")[1] for name in imports(module) if name.startswith("reviews.")}
    return ours - {part(module)}


def test_every_part_has_a_row_and_every_row_a_part():
    assert {part(module) for module in MODULES} == TABLE.keys()


def test_every_module_imports_only_what_its_row_allows():
    beyond = {module: parts_imported(module) - TABLE.get(part(module), set()) for module in MODULES}
    assert {str(module): sorted(parts) for module, parts in beyond.items() if parts} == {}


def test_no_row_allows_what_its_part_does_not_import():
    used = {row: set().union(*(parts_imported(m) for m in MODULES if part(m) == row)) for row in TABLE}
    beyond = {row: TABLE[row] - used[row] for row in TABLE if TABLE[row] is not ABOVE}
    assert {row: sorted(parts) for row, parts in beyond.items() if parts} == {}
    assert used["views"] | used["management"] == ABOVE


def test_core_imports_nothing_that_reaches_out():
    assert [
        (str(module), name) for module in CORE for name in imports(module) if _reaches_out(module, name)
    ] == []


def _reaches_out(module: Path, name: str) -> bool:
    """`collections.abc.Iterator` is of `collections`; `importlib.util` is not of `importlib.resources`."""
    allowed = (
        CORE_MAY_IMPORT | {"reviews.core"} | (COMMANDS_MAY_IMPORT if module.name in CORE_COMMANDS else set())
    )
    return not any(name == known or name.startswith(f"{known}.") for known in allowed)


def test_core_asks_no_clock_and_opens_no_file():
    rules = [module for module in CORE if module.name not in CORE_COMMANDS]
    assert [(str(m), name) for m in rules for name in sorted(called(m)) if name in CLOCK_AND_FILES] == []


def test_nothing_is_imported_by_a_text():
    by_text = {"__import__", "import_module", "exec", "eval"}
    assert [(str(m), name) for m in MODULES for name in sorted(called(m)) if name in by_text] == []


def called(module: Path) -> set[str]:
    return {_name(node.func) for node in ast.walk(tree(module)) if isinstance(node, ast.Call)}


def test_rows_of_decisions_are_written_in_their_rooms_alone():
    assert [place for m in MODULES for model, place in written(m) if part(m) not in WRITERS[model]] == []


def test_only_the_ledger_refuses_in_its_save():
    saves = {
        str(module)
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.FunctionDef) and node.name == "save"
    }
    assert saves - {"sessions.py"} == {"models/ledger.py"}  # that is Django's store of log-ins, and no model


def written(module: Path) -> Iterator[tuple[str, str]]:
    """Each call that writes rows of Chip, Entry or Seat: through the model, on something named for one, or kept for later."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and (where := _writes_on(node)):
            names = {_name(n) for n in ast.walk(where) if isinstance(n, ast.Name | ast.Attribute)}
            for model in WRITERS:
                if names & {model, model.lower(), f"{model.lower()}s"}:
                    yield model, f"{module}:{node.lineno} {ast.unparse(node.func)}"


def _writes_on(call: ast.Call) -> ast.AST | None:
    """What a call writes on, where it is one that writes."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in WRITES:
        return call.func.value
    return call.args[0] if _name(call.func) in ("KeptInsert", "KeptUpdate", "KeptCopy") else None


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("Chip.objects.filter(pk=1).update(q='')", ["Chip"]),
        ("case.chip.save()", ["Chip"]),
        ("pack.chips.all().delete()", ["Chip"]),
        ("Entry.objects.create()", ["Entry"]),
        ("_X = KeptInsert(Entry)", ["Entry"]),
        ('_X = KeptCopy(Entry, lambda: None, "q")', ["Entry"]),
        ('_X = KeptUpdate(lambda: Chip.objects.filter(pk=given("pk")), "q")', ["Chip"]),
        ("row = Seat(label='x')", []),
        ("user.save()", []),
        ("digest.update(b'')", []),
    ],
)
def test_written_sees_a_write(monkeypatch, code, found):
    monkeypatch.setitem(globals(), "tree", lambda module: ast.parse(code))
    assert [model for model, _ in written(Path("views/x.py"))] == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from reviews import ledger, desk", {"ledger", "desk"}),
        ("import reviews.models.packs as p", {"models"}),
        ("def f():\n    from ..models import Pack", {"models"}),
        ("from .errors import refused", set()),
    ],
)
def test_imports_sees_an_import(monkeypatch, code, found):
    monkeypatch.setitem(globals(), "tree", lambda module: ast.parse(code))
    assert parts_imported(Path("views/x.py")) == found
