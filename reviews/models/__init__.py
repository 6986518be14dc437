"""Every table by its name; each lives in the file of its subject."""

from reviews.models.files import Article, PackFile
from reviews.models.ledger import AppendOnlyError, Chain, Deployment, Entry, Words
from reviews.models.opinions import Opinion, SeriesRule
from reviews.models.packs import Attachment, Bullet, Chip, ChipName, Drop, Pack, Section
from reviews.models.people import Exclusion, Seat, User

__all__ = [
    "AppendOnlyError",
    "Article",
    "Attachment",
    "Bullet",
    "Chain",
    "Chip",
    "ChipName",
    "Deployment",
    "Drop",
    "Entry",
    "Exclusion",
    "Opinion",
    "Pack",
    "PackFile",
    "Seat",
    "Section",
    "SeriesRule",
    "User",
    "Words",
]
