"""Whether a value has the shape that schema.json asks for, in plain sentences; nothing is added up here."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from reviews.core.faults import Fault
from reviews.core.strict_json import MAX_FAULTS, Path, pointer, shown

SCHEMA: dict[str, Any] = json.loads(resources.files(__package__).joinpath("schema.json").read_text("utf-8"))

# By exact type: true is no whole number, and 1.0 is none either, whatever JSON Schema says of it.
_TYPES = {dict: "object", list: "array", str: "string", int: "integer", bool: "boolean", float: "number"}
_WORDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
# The word for a fault, by the keyword of JSON Schema that is not met.
_CODES = {
    "type": "type",
    "additionalProperties": "unknown-key",
    **dict.fromkeys(("enum", "const"), "value"),
    **dict.fromkeys(("pattern", "format"), "form"),
    **dict.fromkeys(("minimum", "maximum"), "range"),
    **dict.fromkeys(("required", "dependentRequired"), "missing"),
    **dict.fromkeys(("maxLength", "minItems", "maxItems"), "length"),
}
_FEW_KEYS = 100  # a slip is looked for among so many keys, no more: it is help, not a check

Problems = Iterator[ValidationError]
Schema = Mapping[str, Any]
Keyword = Callable[[Any, Any, Any, Schema], Problems]
Rows = Iterable[tuple[Path, Mapping[str, Any]]]


def faults(data: Any) -> Iterator[Fault]:
    """Every way in which `data` is not shaped like a pack, lazily, in the order of the schema."""
    for error in _VALIDATOR.iter_errors(data):
        yield Fault(pointer(tuple(error.absolute_path)), _CODES[str(error.validator)], error.message)


def carried(data: Mapping[str, Any]) -> Iterator[Fault]:
    """One note for each key that is not read, once a name and level; code `slip` if a known one is near."""
    for schema, rows in _levels(data):
        known = schema["properties"]
        first: dict[str, Path] = {}
        n_times: Counter[str] = Counter()
        for path, row in rows:
            for key in row:
                if key not in known and (key in first or len(first) <= MAX_FAULTS):
                    first.setdefault(key, (*path, key))
                    n_times[key] += 1
        for key, where in first.items():
            yield _carried(key, known, where, n_times[key])


def _carried(key: str, known: Iterable[str], where: Path, n: int) -> Fault:
    times = f" ({n:,} times)" if n > 1 else ""
    likely = next((name for name in known if _is_slip(key, name)), None)
    if likely:
        found = f"{shown(key)} is carried, not read{times}; is it a slip for {shown(likely)}?"
        return Fault(pointer(where), "slip", found)
    return Fault(pointer(where), "carried", f"{shown(key)} is carried, not read{times}")


def _levels(data: Mapping[str, Any]) -> Iterator[tuple[Schema, Rows]]:
    """The levels whose unknown keys are named: the pack, its objects, and its lists of objects."""
    top = SCHEMA["properties"]
    yield SCHEMA, [((), data)]
    for key in ("source", "short", "seat_class", "bench"):
        yield top[key], [((key,), data[key])]
    for key in ("sections", "chips"):
        yield top[key]["items"], (((key, n), row) for n, row in enumerate(data[key]))
    drops = (("bench", "drops", n) for n in range(len(data["bench"]["drops"])))
    yield top["bench"]["properties"]["drops"]["items"], zip(drops, data["bench"]["drops"], strict=True)


def _is_slip(key: str, known: str) -> bool:
    """The same but for case or one letter, with at least one letter in common."""
    folded = key.casefold()
    if abs(len(folded) - len(known)) > 1 or not set(folded) & set(known):
        return False
    pairs = enumerate(zip(folded, known, strict=False))
    same = next((n for n, (ours, theirs) in pairs if ours != theirs), len(known))
    key_rest, known_rest = folded[same:], known[same:]
    return key_rest[1:] == known_rest[1:] or key_rest[1:] == known_rest or key_rest == known_rest[1:]


def _properties(validator: Any, schemas: Mapping[str, Schema], found: Any, schema: Schema) -> Problems:
    for name, one in schemas.items() if isinstance(found, dict) else ():
        if name in found and not _is_sound(one, found[name]):
            yield from validator.descend(found[name], one, path=name)


def _items(validator: Any, one: Schema, found: Any, schema: Schema) -> Problems:
    for n, item in enumerate(found) if isinstance(found, list) else ():
        if not _is_sound(one, item):
            yield from validator.descend(item, one, path=n)


def _if(validator: Any, condition: Schema, found: Any, schema: Schema) -> Problems:
    """For conditions on single properties, which is all that the schema has."""
    tests = condition["properties"].items() if isinstance(found, dict) else ()
    if tests and all(name in found and _is_sound(one, found[name]) for name, one in tests):
        yield from validator.descend(found, schema["then"])


def _is_sound(schema: Schema | bool, found: Any) -> bool:
    """A value without parts that meets its schema. The rest is for jsonschema, at four times the cost."""
    if isinstance(schema, bool):
        return schema
    if not _WHOLE.keys().isdisjoint(schema):
        return False
    checks = ((_LEAF[keyword], setting) for keyword, setting in schema.items() if keyword in _LEAF)
    return not any(next(check(None, setting, found, schema), None) for check, setting in checks)


def _type(validator: Any, types: str | list[str], found: Any, schema: Schema) -> Problems:
    # Of one name or a list of names: no name is a part of another.
    if _TYPES.get(type(found), "null") in types:
        return
    names = [types] if isinstance(types, str) else types
    expected = " or ".join(_WORDS[name] for name in names)
    if "required" in schema:
        expected += f" with {', '.join(schema['required'])}"
    yield _misfit(schema, f"expected {expected}", _kind(found))


def _enum(validator: Any, values: list[Any], found: Any, schema: Schema) -> Problems:
    if not (isinstance(found, str) or found is None) or found not in values:
        expected = ", ".join("null" if value is None else shown(value) for value in values)
        yield _misfit(schema, f"expected one of {expected}", _value(found))


def _const(validator: Any, value: str, found: Any, schema: Schema) -> Problems:
    if found != value:
        yield _misfit(schema, f"expected {shown(value)}", _value(found))


def _required(validator: Any, names: list[str], found: Any, schema: Schema) -> Problems:
    for name in names if isinstance(found, dict) else ():
        if name not in found:
            known = schema.get("properties", found)
            few = [key for key in found if key not in known] if len(found) <= _FEW_KEYS else []
            slip = next((f"; is {shown(key)} a slip for it?" for key in few if _is_slip(key, name)), "")
            yield ValidationError(f"{shown(name)} is missing{slip}", path=[name])


def _dependent(validator: Any, needs: Mapping[str, list[str]], found: Any, schema: Schema) -> Problems:
    for given, names in needs.items() if isinstance(found, dict) else ():
        for name in names:
            if given in found and name not in found:
                yield ValidationError(f"{shown(name)} is missing; {shown(given)} needs it", path=[name])


def _additional(validator: Any, allowed: bool, found: Any, schema: Schema) -> Problems:
    for key in found if isinstance(found, dict) else ():
        if key not in schema["properties"]:
            yield ValidationError(f"{shown(key)} is not in this closed list of keys", path=[key])


def _pattern(validator: Any, pattern: str, found: Any, schema: Schema) -> Problems:
    if isinstance(found, str) and not _is_too_long(found, schema) and not _compiled(pattern).search(found):
        yield _misfit(schema, "expected another form", _value(found))


def _format(validator: Any, name: str, found: Any, schema: Schema) -> Problems:
    if isinstance(found, str) and not _is_too_long(found, schema) and not _FORMATS[name](found):
        yield _misfit(schema, "expected another form", _value(found))


def _minimum(validator: Any, least: int, found: Any, schema: Schema) -> Problems:
    if type(found) is int and found < least:
        yield _misfit(schema, f"expected at least {least}", _value(found))


def _maximum(validator: Any, most: int, found: Any, schema: Schema) -> Problems:
    if type(found) is int and found > most:
        yield _misfit(schema, f"expected at most {most}", _value(found))


def _max_length(validator: Any, most: int, found: Any, schema: Schema) -> Problems:
    if isinstance(found, str) and len(found) > most:
        yield ValidationError(f"expected at most {most:,} characters, found {len(found):,}")


def _min_items(validator: Any, least: int, found: Any, schema: Schema) -> Problems:
    if isinstance(found, list) and len(found) < least:
        yield ValidationError(f"expected at least {least} in the list, found {len(found):,}")


def _max_items(validator: Any, most: int, found: Any, schema: Schema) -> Problems:
    if isinstance(found, list) and len(found) > most:
        yield ValidationError(f"expected at most {most} in the list, found {len(found):,}")


def _is_too_long(found: str, schema: Schema) -> bool:
    """One fault is enough then; and a repeated group takes 80 bytes of memory for each time that it fits."""
    return "maxLength" in schema and len(found) > schema["maxLength"]


def _misfit(schema: Schema, expected: str, found: str) -> ValidationError:
    return ValidationError(f"{schema.get('x-says', expected)}, found {found}")


def _kind(found: Any) -> str:
    return "text" if isinstance(found, str) else _value(found)


def _value(found: Any) -> str:
    """A found value for a sentence: never more than a few words, whatever it holds."""
    if isinstance(found, str):
        return shown(found)
    if isinstance(found, list | dict):
        return "a list" if isinstance(found, list) else "an object"
    return json.dumps(found)


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    """In JSON Schema `$` is the very end; in Python it also stands before a last line feed."""
    return re.compile(pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern)


def _is_section_id(text: str) -> bool:
    """Letters and digits of any script with their marks, and - _ . : among them; not a step in a path."""
    is_plain = all(char in "-_.:" or unicodedata.category(char)[0] in "LMN" for char in text[:201])
    return 0 < len(text) <= 200 and is_plain and text not in (".", "..")


def _is_web_address(text: str) -> bool:
    """Absolute, http or https, with a host and no user, and nothing that browsers read their own way."""
    if not text.isprintable() or not set(text).isdisjoint(' \\<>"'):
        return False
    try:
        parts = urlsplit(text)
        has_place = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return has_place and parts.scheme in ("http", "https") and "@" not in parts.netloc


def _is_date(text: str) -> bool:
    return _is_utc_second(f"{text}T00:00:00Z")


def _is_utc_second(text: str) -> bool:
    form = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
    try:
        return bool(re.fullmatch(form, text)) and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


_FORMATS: dict[str, Callable[[str], bool]] = {
    "section-id": _is_section_id,
    "web-address": _is_web_address,
    "date": _is_date,
    "utc-second": _is_utc_second,
}
_WHOLE: dict[str, Keyword] = {"properties": _properties, "items": _items, "if": _if}
_LEAF: dict[str, Keyword] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "dependentRequired": _dependent,
    "additionalProperties": _additional,
    "pattern": _pattern,
    "format": _format,
    "minimum": _minimum,
    "maximum": _maximum,
    "maxLength": _max_length,
    "minItems": _min_items,
    "maxItems": _max_items,
}
# jsonschema's own sentences hold the whole instance; these hold a few words of it.
_VALIDATOR = extend(Draft202012Validator, _LEAF | _WHOLE)(SCHEMA)  # type: ignore[no-untyped-call]
