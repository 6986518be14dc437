"""Static files, hashed and compressed. Those that one page always loads together are put together once, at collectstatic."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Adds the files that STATIC_TOGETHER names to those that were collected."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            paths |= {name: (self, name) for name in settings.STATIC_TOGETHER}
            for name, parts in settings.STATIC_TOGETHER.items():
                self._put(name, b"\n".join(self._read(part) for part in parts))
        yield from super().post_process(paths, dry_run, **options)

    def _read(self, name: str) -> bytes:
        with self.open(name) as file:
            raw: bytes = file.read()
        return raw

    def _put(self, name: str, raw: bytes) -> None:
        self.delete(name)
        self.save(name, ContentFile(raw))
