"""Uploads are read up to their limit and not a byte further; nothing is ever unpacked, and no file is left behind."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler


class CappedUploadHandler(MemoryFileUploadHandler):
    """Keeps the two files of a request in memory, up to twice the larger limit; what is beyond is refused with 413."""

    def handle_raw_input(
        self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any
    ) -> None:
        self.limit = max(settings.PACK_MAX_BYTES, settings.ARTICLE_MAX_BYTES)
        self.n_read = 0
        self.activated = True
        if content_length > settings.PACK_MAX_BYTES + settings.ARTICLE_MAX_BYTES + 100_000:
            raise RequestDataTooBig("The files are larger than a pack and an article may be.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self.n_read += len(raw_data)
        if self.n_read > 2 * self.limit:
            raise RequestDataTooBig("The files are larger than a pack and an article may be.")
        return super().receive_data_chunk(raw_data, start)
