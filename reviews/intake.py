"""Loads packs and attaches articles. Reading and checking come before the transaction; a load is whole, or it is nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from reviews import evidence, ledger, opinions, publishing, rows
from reviews.core import article as articles
from reviews.core import check, gates
from reviews.core import pack as packs
from reviews.core.article import Article as Source
from reviews.core.faults import Fault, PackError
from reviews.core.pack import Pack as File
from reviews.core.refusals import NoSeat
from reviews.counts import recount
from reviews.models import Article, Attachment, Bullet, Chip, ChipName, Drop, Pack, PackFile, Section, User
from reviews.models.kept import KeptCopy, KeptInsert, KeptUpdate, Told, given

Found = list[dict[str, Any]]  # findings, as the chip's row keeps them

_SECTIONS, _BULLETS, _DROPS = KeptInsert(Section), KeptInsert(Bullet), KeptInsert(Drop)
_CHIPS = KeptInsert(Chip)
_NAMES = KeptCopy(
    ChipName,
    lambda: Chip.objects.filter(pack=given("pack")).order_by("position").values_list("pack", "pk", "cid"),
    *("pack", "chip", "name"),
)
_FOUND = KeptUpdate(lambda: Chip.objects.filter(pk=given("pk")), "findings")
_PLACED = KeptUpdate(lambda: Section.objects.filter(pack=given("pack"), sid=given("sid")), "start", "end")
_READ = ("version", "q", "a", "cites")


@dataclass(frozen=True)
class Made:
    """What a file makes of the tables, as the database takes it but for the number of its pack; and its words."""

    rows: list[tuple[KeptInsert[Any], Told]]
    words: Told


@dataclass(frozen=True)
class Placed:
    """A file's sections over its cited article, and the unit in which the file counts its offsets."""

    unit: str
    src: gates.Source


@dataclass(frozen=True)
class Loaded:
    """What came of a load: the pack, whether it is new, the notes that do not stand against it, and whether an article that
    came along is one that a pack which was here already was never given."""

    pack: Pack
    is_new: bool
    notes: tuple[Fault, ...] = ()
    left_article: bool = False


def checked(raw: bytes, article: bytes | None = None) -> check.Report:
    """Everything that stands against a file (and its article), and what is worth knowing; nothing is written."""
    report = check.report(
        raw, article, max_bytes=settings.PACK_MAX_BYTES, max_article=settings.ARTICLE_MAX_BYTES
    )
    if report.pack is None:
        return report
    others = Pack.objects.filter(slug=report.pack.slug).exclude(file_id=report.pack.sha)
    return replace(report, faults=(*report.faults, *map(_slug_taken, others)))


def load(raw: bytes, article: bytes | None = None, *, by: User | None, origin: str = "by command") -> Loaded:
    """Load a pack and, where it comes along, its article. PackError with every fault; the same bytes again are no new pack."""
    _admin(by)
    report = checked(raw, article)
    known = Pack.objects.filter(file_id=packs.sha(raw)).first()
    if faults := [fault for fault in report.faults if not (known and packs.is_later(fault))]:
        raise PackError(faults)
    if known:
        return _here(known, article)
    assert report.pack is not None
    file = report.pack
    source = articles.read(article, max_bytes=settings.ARTICLE_MAX_BYTES) if article is not None else None
    placed = _placed(file.data, source)
    made = _made(file.data, _findings(file.data, placed))
    try:
        with transaction.atomic():
            # Sent twice at once, the other was first.
            if known := Pack.objects.filter(file_id=file.sha).first():
                return _here(known, article)
            pack = _insert(file, made, by)
            if source:
                _attach(pack, source, placed, by=by, origin=origin)
    except IntegrityError as error:
        return _lost_the_race(file, article, error)
    return Loaded(pack, is_new=True, notes=report.notes)


def attach(pack: Pack, raw: bytes, *, by: User | None, origin: str = "by command") -> Attachment | None:
    """Give a pack an article. One that is not the cited one is kept and marked. None where it had been given before."""
    _admin(by)
    source = articles.read(raw, max_bytes=settings.ARTICLE_MAX_BYTES)
    placed = _placed(evidence.loaded(pack.file_id), source)
    asked = _asked_of_all(pack, placed.src) if placed else {}
    with transaction.atomic():
        ledger.lock(pack)
        _admin(by)
        pack.refresh_from_db()
        if Attachment.objects.filter(pack=pack, article_id=source.sha).exists():
            return None
        if placed:
            _FOUND.all(_asked_again(pack, placed.src, asked))
        return _attach(pack, source, placed, by=by, origin=origin)


def ask_again(pack: Pack) -> int:
    """Bring the findings kept with a pack's chips up to the rules of the house; how many chips have others now.

    No decision is touched and no version raised, so there is no entry. A chip that is changed meanwhile was asked then.
    """
    n_changed = 0
    for chip in Chip.objects.filter(pack=pack).order_by("position"):
        found = publishing.stored(evidence.findings(pack, chip.q, chip.a, chip.cites))
        if found != chip.findings:
            n_changed += Chip.objects.filter(pk=chip.pk, version=chip.version).update(findings=found)
    return n_changed


def _admin(by: User | None) -> None:
    if by is not None and not by.is_admin_now():
        raise NoSeat("Only an admin loads packs and attaches articles.")


def _findings(data: dict[str, Any], placed: Placed | None) -> dict[str, Found]:
    """What the gates hold against each chip, by its id: worked out before the transaction."""
    src = placed.src if placed else evidence.indexed(data, None, {})
    return {row["id"]: _stored(src, row["q"], row["a"], row["cites"]) for row in data["chips"]}


def _placed(data: dict[str, Any], source: Source | None) -> Placed | None:
    """The sections over this article, if it is the cited one. ArticleError where no offset unit fits."""
    if source is None or source.sha != data["source"]["md_sha"]:
        return None
    unit = articles.unit(source, data["sections"])
    spans = articles.spans(source, data["sections"], unit)
    return Placed(unit, evidence.indexed(data, source.text, spans))


def _asked_of_all(pack: Pack, src: gates.Source) -> dict[int, tuple[int, Found]]:
    """What the gates say over this article of each chip as it stands before anybody has to wait for it: its version, and that."""
    chips = Chip.objects.filter(pack=pack).only(*_READ)
    return {chip.pk: (chip.version, _stored(src, chip.q, chip.a, chip.cites)) for chip in chips}


def _asked_again(
    pack: Pack, src: gates.Source, asked: Mapping[int, tuple[int, Found]]
) -> Iterator[dict[str, Any]]:
    """The same under the lock: of a chip that was changed meanwhile the gates are asked once more."""
    for pk, version in Chip.objects.filter(pack=pack).values_list("pk", "version"):
        before, found = asked[pk]
        if version != before:
            chip = Chip.objects.get(pk=pk)
            found = _stored(src, chip.q, chip.a, chip.cites)
        yield {"pk": pk, "findings": found}


def _stored(src: gates.Source, q: str, a: str, cites: list[str]) -> Found:
    return publishing.stored(evidence.asked(src, q, a, cites))


def _insert(file: File, made: Made, by: User | None) -> Pack:
    if other := Pack.objects.filter(slug=file.slug).first():
        raise PackError([_slug_taken(other)])
    data = file.data
    PackFile.objects.bulk_create([PackFile(sha=file.sha, raw=file.raw)], ignore_conflicts=True)
    pack = Pack.objects.create(file_id=file.sha, **rows.of_pack(data))
    _insert_rows(pack, made)
    chain = ledger.open_chain(pack)
    ledger.keep_told(made.words)
    counts = {kind: len(rows) for kind, rows in _kinds(data).items()}
    ledger.append(
        chain, "load", user=by, file=file.sha, md_sha=pack.md_sha, slug=pack.slug, revision=pack.revision,
        counts=counts,
    )  # fmt: skip
    recount(pack)
    opinions.take_on(pack, by=by)
    return pack


def _slug_taken(other: Pack) -> Fault:
    text = (
        f"a pack with the slug {other.slug} is here already, with other bytes "
        f"(sha256 {other.file_id[:12]}…): it is not replaced"
    )
    return Fault("/slug", "slug-taken", text)


def _made(data: dict[str, Any], findings: Mapping[str, Found]) -> Made:
    """Made before the transaction, in which it need only be written: of 40,000 chips that takes its time."""
    is_closed = data["status"] == "ratified"
    written = zip(rows.of_chips(data), data["chips"], strict=True)
    chips = (_chip(columns, row, findings[row["id"]], is_closed=is_closed) for columns, row in written)
    return Made(
        [
            (_SECTIONS, _SECTIONS.told(Section(**columns) for columns in rows.of_sections(data))),
            (_BULLETS, _BULLETS.told(Bullet(**columns) for columns in rows.of_bullets(data))),
            (_DROPS, _DROPS.told(Drop(**columns) for columns in rows.of_drops(data))),
            (_CHIPS, _CHIPS.told(chips)),
        ],
        ledger.words(_texts(data)),
    )


def _insert_rows(pack: Pack, made: Made) -> None:
    for insert, told in made.rows:
        insert.all(told, pack_id=pack.pk)
    _NAMES(pack=pack.pk)


def _chip(columns: rows.Columns, row: Mapping[str, Any], findings: Found, *, is_closed: bool) -> Chip:
    status = "published" if row["published"] else "held" if is_closed else "waiting"
    stands = {key: row[key] for key in ("q", "a", "cites", "quote", "quote_cite")}
    return Chip(status=status, findings=findings, **columns, **stands)


def _texts(data: dict[str, Any]) -> list[str]:
    """Every text that an act may come to name: the chips' words, the digests and the bullets."""
    chips = [text for row in data["chips"] for text in (row["q"], row["a"])]
    digests = [row["digest"] for row in data["sections"] if row["digest"] is not None]
    return [*chips, *digests, *data["short"]["bullets"]]


def _kinds(data: dict[str, Any]) -> dict[str, list[Any]]:
    return {
        "sections": data["sections"],
        "chips": data["chips"],
        "digests": [row for row in data["sections"] if row["digest"] is not None],
        "bullets": data["short"]["bullets"],
        "drops": data["bench"]["drops"],
    }


def _attach(pack: Pack, source: Source, placed: Placed | None, *, by: User | None, origin: str) -> Attachment:
    is_cited = placed is not None
    row = Article(sha=source.sha, raw=source.raw, n_bytes=len(source.raw))
    Article.objects.bulk_create([row], ignore_conflicts=True)
    attachment = Attachment.objects.create(pack=pack, article_id=source.sha, is_cited=is_cited, origin=origin)
    if placed:
        _place(pack, source, placed)
    ledger.append(
        ledger.lock(pack),
        "attach",
        user=by,
        article=source.sha,
        is_cited=is_cited,
        unit=pack.unit,
        how=origin,
    )
    return attachment


def _place(pack: Pack, source: Source, placed: Placed) -> None:
    """The cited article stands: sections get their place in code points."""
    pack.article_id, pack.unit = source.sha, placed.unit
    _PLACED.all(
        {"pack": pack.pk, "sid": sid, "start": start, "end": end}
        for sid, (start, end) in placed.src.spans.items()
    )
    pack.save(update_fields=["article", "unit"])


def _lost_the_race(file: File, article: bytes | None, error: IntegrityError) -> Loaded:
    """Two loads at once: the other one's pack stands. Where there is no other, the fault is ours."""
    if known := Pack.objects.filter(file_id=file.sha).first():
        return _here(known, article)
    if other := Pack.objects.filter(slug=file.slug).first():
        raise PackError([_slug_taken(other)])
    raise error


def _here(pack: Pack, article: bytes | None) -> Loaded:
    """A pack that was here already, with the articles that it has."""
    attached = Attachment.objects.filter(pack=pack)
    is_left = article is not None and not attached.filter(article_id=packs.sha(article)).exists()
    return Loaded(pack, is_new=False, left_article=is_left)
