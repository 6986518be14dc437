"""The rows that a pack's file makes: what `intake` inserts of it, and what `tables` expects to find ever after. Nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reviews.core import pack as packs

Columns = dict[str, Any]
OF_PACK = tuple("slug title series url md_url md_sha is_closed n_written n_file_drops n_file_by_hand".split())


def of_pack(data: Mapping[str, Any]) -> Columns:
    """The columns of a pack that its file decides, for good."""
    bench, source = data["bench"], data["source"]
    series = data.get("series") or []
    return {
        "slug": data["slug"],
        "title": data["title"],
        "series": "\n" + "\n".join(series) + "\n" if series else "",
        "url": source["url"],
        "md_url": source["md_url"],
        "md_sha": source["md_sha"],
        "is_closed": data["status"] == "ratified",
        "n_written": bench["chips_written"],
        "n_file_drops": sum(drop["kind"] == "chip" for drop in bench["drops"]),
        "n_file_by_hand": bench.get("chips_by_hand", 0),
    }


def of_sections(data: Mapping[str, Any]) -> list[Columns]:
    return [
        {
            "sid": row["id"],
            "position": n,
            "heading": row["heading"],
            "level": row["level"],
            "digest": row["digest"],
            "digest_skipped": row["digest_skipped"],
        }
        for n, row in enumerate(data["sections"])
    ]


def of_bullets(data: Mapping[str, Any]) -> list[Columns]:
    return [
        {"position": n, "text": text, "text_sha": packs.short_sha(text)}
        for n, text in enumerate(data["short"]["bullets"])
    ]


def of_drops(data: Mapping[str, Any]) -> list[Columns]:
    return [
        {"position": n, "kind": row["kind"], "reason": row["reason"], "record": row}
        for n, row in enumerate(data["bench"]["drops"])
    ]


def of_chips(data: Mapping[str, Any]) -> list[Columns]:
    return [
        {
            "cid": row["id"],
            "position": n,
            "writer_q": row["q"],
            "writer_a": row["a"],
            "writer_cites": row["cites"],
        }
        for n, row in enumerate(data["chips"])
    ]
