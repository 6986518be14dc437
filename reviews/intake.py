"""Loads packs and attaches articles. Reading and checking come before the transaction; a load is whole, or it is nothing."""

from __future__ import annotations

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
    file = packs.read(raw, max_bytes=settings.PACK_MAX_BYTES)
    source = articles.read(article, max_bytes=settings.ARTICLE_MAX_BYTES) if article is not None else None
    findings = _findings(file, source)
    try:
        with transaction.atomic():
            # Sent twice at once, the other was first.
            if known := Pack.objects.filter(file_id=file.sha).first():
                return _here(known, article)
            pack = _insert(file, findings, by)
            if source:
                _attach(pack, source, findings, by=by, origin=origin)
    except IntegrityError as error:
        return _lost_the_race(file, article, error)
    return Loaded(pack, is_new=True, notes=report.notes)


def attach(pack: Pack, raw: bytes, *, by: User | None, origin: str = "by command") -> Attachment | None:
    """Give a pack an article. One that is not the cited one is kept and marked. None where it had been given before."""
    _admin(by)
    source = articles.read(raw, max_bytes=settings.ARTICLE_MAX_BYTES)
    src = _placed(evidence.loaded(pack.file_id), source)
    with transaction.atomic():
        ledger.lock(pack)
        _admin(by)
        pack.refresh_from_db()
        if Attachment.objects.filter(pack=pack, article_id=source.sha).exists():
            return None
        chips = Chip.objects.filter(pack=pack)
        found = {chip.cid: _stored(src, chip.q, chip.a, chip.cites) for chip in chips} if src else {}
        return _attach(pack, source, found, by=by, origin=origin)


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


def _findings(file: File, source: Source | None) -> dict[str, list[dict[str, Any]]]:
    """What the gates hold against each chip, by its id: worked out before the transaction."""
    src = _placed(file.data, source) or evidence.indexed(file.data, None, {})
    return {row["id"]: _stored(src, row["q"], row["a"], row["cites"]) for row in file.data["chips"]}


def _placed(data: dict[str, Any], source: Source | None) -> gates.Source | None:
    """The sections over this article, if it is the cited one. ArticleError where no offset unit fits."""
    if source is None or source.sha != data["source"]["md_sha"]:
        return None
    unit = articles.unit(source, data["sections"])
    return evidence.indexed(data, source.text, articles.spans(source, data["sections"], unit))


def _stored(src: gates.Source, q: str, a: str, cites: list[str]) -> list[dict[str, Any]]:
    return publishing.stored(evidence.asked(src, q, a, cites))


def _insert(file: File, findings: dict[str, list[dict[str, Any]]], by: User | None) -> Pack:
    if other := Pack.objects.filter(slug=file.slug).first():
        raise PackError([_slug_taken(other)])
    data = file.data
    PackFile.objects.bulk_create([PackFile(sha=file.sha, raw=file.raw)], ignore_conflicts=True)
    pack = Pack.objects.create(file_id=file.sha, **rows.of_pack(data))
    _insert_rows(pack, data, findings)
    chain = ledger.open_chain(pack)
    ledger.keep(_texts(data))
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


def _insert_rows(pack: Pack, data: dict[str, Any], findings: dict[str, list[dict[str, Any]]]) -> None:
    sections = [Section(pack=pack, **columns) for columns in rows.of_sections(data)]
    Section.objects.bulk_create(sections, batch_size=500)
    bullets = [Bullet(pack=pack, **columns) for columns in rows.of_bullets(data)]
    Bullet.objects.bulk_create(bullets, batch_size=500)
    drops = [Drop(pack=pack, **columns) for columns in rows.of_drops(data)]
    Drop.objects.bulk_create(drops, batch_size=500)
    written = zip(rows.of_chips(data), data["chips"], strict=True)
    chips = Chip.objects.bulk_create(
        [_chip(pack, columns, row, findings[row["id"]]) for columns, row in written], batch_size=500
    )
    ChipName.objects.bulk_create([ChipName(pack=pack, chip=c, name=c.cid) for c in chips], batch_size=500)


def _chip(pack: Pack, columns: rows.Columns, row: dict[str, Any], findings: list[dict[str, Any]]) -> Chip:
    status = "published" if row["published"] else "held" if pack.is_closed else "waiting"
    stands = {key: row[key] for key in ("q", "a", "cites", "quote", "quote_cite")}
    return Chip(pack=pack, status=status, findings=findings, **columns, **stands)


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


def _attach(
    pack: Pack, source: Source, findings: dict[str, list[dict[str, Any]]], *, by: User | None, origin: str
) -> Attachment:
    is_cited = source.sha == pack.md_sha
    row = Article(sha=source.sha, raw=source.raw, n_bytes=len(source.raw))
    Article.objects.bulk_create([row], ignore_conflicts=True)
    attachment = Attachment.objects.create(pack=pack, article_id=source.sha, is_cited=is_cited, origin=origin)
    if is_cited:
        _place(pack, source, findings)
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


def _place(pack: Pack, source: Source, findings: dict[str, list[dict[str, Any]]]) -> None:
    """The cited article stands: sections get their place in code points, and chips what the gates now say of them."""
    parts = evidence.loaded(pack.file_id)["sections"]
    pack.article_id, pack.unit = source.sha, articles.unit(source, parts)
    spans = articles.spans(source, parts, pack.unit)
    sections = list(Section.objects.filter(pack=pack))
    for section in sections:
        section.start, section.end = spans[section.sid]
    Section.objects.bulk_update(sections, ["start", "end"], batch_size=200)
    pack.save(update_fields=["article", "unit"])
    chips = list(Chip.objects.filter(pack=pack))
    for chip in chips:
        chip.findings = findings[chip.cid]
    Chip.objects.bulk_update(chips, ["findings"], batch_size=200)


def _lost_the_race(file: File, article: bytes | None, error: IntegrityError) -> Loaded:
    """Two loads at once: the other one's pack stands. Where there is no other, the fault is ours."""
    if known := Pack.objects.filter(file_id=file.sha).first():
        return _here(known, article)
    if other := Pack.objects.filter(slug=file.slug).first():
        raise PackError([_slug_taken(other)])
    raise error


def _here(pack: Pack, article: bytes | None) -> Loaded:
    """A pack that was here already, with the articles that it has."""
    given = Attachment.objects.filter(pack=pack)
    is_left = article is not None and not given.filter(article_id=packs.sha(article)).exists()
    return Loaded(pack, is_new=False, left_article=is_left)
