"""Static files, hashed and compressed. Those that one page always loads together are put together once, at collectstatic."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class Files(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Answers for them before any page is asked: nothing of ours is read from elsewhere, and a file that is opened runs nothing."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponseBase:
        try:
            response: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
        except OSError:  # its disk is gone, or too many files are open
            response = HttpResponse(status=503, headers={"Retry-After": "5"})
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.setdefault("Cache-Control", "no-store")
        return response


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Adds the files that STATIC_TOGETHER names to those that were collected."""

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of a file, made once: what was collected stays as it is while a process lasts."""
        if settings.DEBUG or force:
            return str(super().url(name, force))
        if name not in self._urls:
            self._urls[name] = str(super().url(name))
        return self._urls[name]

    @cached_property
    def _urls(self) -> dict[str | None, str]:
        return {}

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            # Of what is there now, not of what was collected: a copy that is younger than its file is left as it was.
            for name, parts in settings.STATIC_TOGETHER.items():
                self._put(name, b"\n".join(_read(*paths[part]) for part in parts))
            paths |= {name: (self, name) for name in settings.STATIC_TOGETHER}
        yield from super().post_process(paths, dry_run, **options)

    def _put(self, name: str, raw: bytes) -> None:
        self.delete(name)
        self.save(name, ContentFile(raw))


def _read(storage: Any, name: str) -> bytes:
    with storage.open(name) as file:
        raw: bytes = file.read()
    return raw
