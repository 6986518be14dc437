"""One pack: what it says of itself, where its parts stand, whether it adds up. Nothing is changed here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from reviews import evidence, exclusions, witness
from reviews.core import pack as packs
from reviews.core import sums
from reviews.core.faults import Fault, PackError
from reviews.core.render import section_html as render_markdown
from reviews.models import Drop, Pack, PackFile
from reviews.models.kept import Kept, given
from reviews.templatetags.pack_tags import LONGEST, as_json
from reviews.views import answers, desk_rows, last_acts, pack_rows
from reviews.views.reasons import REASONS

CARRIED = ("carried", "slip")
CHIP = re.compile(r"\bc-[0-9a-f]{8}\b")
_DROPS = Kept(
    lambda: (
        Drop.objects.filter(pack=given("pack")).order_by("kind", "reason")
        .values_list("kind", "reason").annotate(n=Count("id"))
    )
)  # fmt: skip


@require_GET
def pack(request: HttpRequest, slug: str) -> HttpResponse:
    """The pack page; with a filter in its address, the rows that a number on some page counts."""
    return page(request, desk_rows.find_pack(slug))


@require_GET
def raw_pack(request: HttpRequest, slug: str) -> HttpResponse:
    """The pack's bytes as loaded."""
    pack = get_object_or_404(Pack.objects.select_related("file"), slug=slug)
    return answers.download(bytes(pack.file.raw), f"{pack.slug}.loaded.json", "application/json")


def page(
    request: HttpRequest, pack: Pack, *, status: int = 200, refused: Mapping[str, Any] | None = None
) -> HttpResponse:
    """The page, also after a strike that was `refused`: its item, the sentence, and the words typed."""
    seen, rows = witness.of(pack), pack_rows.asked(pack, request.GET)
    excluded = exclusions.of(answers.person(request), pack)
    context = {
        "nav": "shelf",
        "pack": pack,
        "refused": refused or {},
        "faults": [(text, fault_url(pack, text)) for text in seen.faults],
        "kinds": sums.kind_sums(evidence.loaded(pack.file_id), seen.state) if seen.state else [],
        "strikes": {name: item.strike for name, item in seen.state.items.items()} if seen.state else {},
        "excluded": excluded,
        "may_judge": excluded is None and _may_judge(request, pack),
        "reasons": REASONS["strike"],
        "rows": rows,
        "gates": pack_rows.gates(pack),
        **(_listed(pack, rows) if rows else _whole(pack)),
    }
    return render(request, "reviews/pack.html", context, status=status)


def fault_url(pack: Pack, text: str) -> str:
    """Where the chip is that a fault of the record names; the ledger where it names an entry, or nothing."""
    if chip := CHIP.search(text):
        return reverse("desk", args=[pack.slug]) + f"?chip={chip[0]}"
    return reverse("pack_ledger", args=[pack.slug])


def _may_judge(request: HttpRequest, pack: Pack) -> bool:
    """May this person strike and undo here? The room asks again, under the lock."""
    return not pack.is_ratified and desk_rows.seat_of(pack, answers.person(request)) is not None


def _listed(pack: Pack, rows: pack_rows.Rows) -> dict[str, Any]:
    of_kind = {kind: [row.of for row in rows.rows if row.kind == kind] for kind in ("item", "chip")}
    return {"against": pack_rows.against(pack, of_kind["item"]), "lasts": last_acts.of(of_kind["chip"])}


def _whole(pack: Pack) -> dict[str, Any]:
    chips = pack_rows.chips(pack)
    bullets, sections = pack_rows.bullets(pack), pack_rows.sections(pack)
    data, notes = evidence.loaded(pack.file_id), _notes(pack.file_id)
    return {
        "data": data,
        "facts": list(_facts(data)),
        "thanks": _thanks(pack.file_id),
        "chips": chips,
        "lasts": last_acts.of(row.of for row in chips),
        "bullets": bullets,
        "sections": sections,
        "against": pack_rows.against(pack, [*bullets, *(one for _, one in sections if one)]),
        "against_paragraph": evidence.text_findings(pack, data["short"]["paragraph"] or "", []),
        "drops": [{"kind": kind, "reason": reason, "n": n} for kind, reason, n in _DROPS.rows(pack=pack.pk)],
        "n_drops": len(data["bench"]["drops"]),
        "carried": [note for note in notes if note.code in CARRIED],
        "notes": [note for note in notes if note.code not in CARRIED],
    }


@lru_cache(maxsize=64)
def _notes(file_sha: str) -> tuple[Fault, ...]:
    """What is worth knowing about a file; kept, for the bytes under a hash never change."""
    try:
        return packs.read(
            bytes(PackFile.objects.get(pk=file_sha).raw), max_bytes=settings.PACK_MAX_BYTES
        ).notes
    except PackError as error:  # it was sound by the rules of its day
        return error.faults


@lru_cache(maxsize=64)
def _thanks(file_sha: str) -> str:
    """The thanks, which are Markdown, as they are drawn; kept, as above."""
    text = (evidence.loaded(file_sha).get("thanks") or "")[:LONGEST]
    return render_markdown(text, 0, len(text)) if text else ""


def _facts(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the pack says of itself, name by name, as far as it says anything."""
    seat, counts, bench = data["seat_class"], data["short"].get("counts") or {}, data["bench"]
    said = {
        "Published": data.get("published"),
        "Licence": data.get("licence"),
        "Status": data["status"],
        "Note": data["pack_note"],
        "Notice": data.get("notice"),
        "Writer": seat["writer"],
        "Judge": seat["judge"] or "nobody sits",
        "Writer ran on": seat.get("writer_runtime"),
        "Counts": ", ".join(f"{name} {as_json(value)}" for name, value in counts.items()),
        "Kit": data.get("kit"),
        "Tokens checked": len(bench["new_noun_tokens_checked"]),
        "Generated": data.get("generated_utc"),
        "Schema": data["schema_version"],
    }
    yield from ((name, value) for name, value in said.items() if value not in (None, ""))
