"""The bytes of packs and articles as they came, each once, by their SHA-256. They are never changed."""

from __future__ import annotations

from django.db import models


class Article(models.Model):
    """An article's bytes by their SHA-256, stored once however many packs cite it. Append-only."""

    sha = models.CharField(max_length=64, primary_key=True)
    raw = models.BinaryField()
    n_bytes = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.sha


class PackFile(models.Model):
    """A pack's bytes as loaded, by their SHA-256. Append-only."""

    sha = models.CharField(max_length=64, primary_key=True)
    raw = models.BinaryField()

    def __str__(self) -> str:
        return self.sha
