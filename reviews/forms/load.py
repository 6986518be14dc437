"""The files of a load, checked for shape alone: what is in them is asked by `intake`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict


class OneFile(forms.FileField):
    """One file, an empty one too: what is wrong with it is said by whoever reads it."""

    def __init__(self, what: str, **kwargs: Any) -> None:
        self.what = what
        super().__init__(
            allow_empty_file=True,
            error_messages={
                "required": f"Choose the {what}: no file came with the form.",
                "invalid": f"Choose the {what}: no file came with the form.",
            },
            **kwargs,
        )


class FilesForm(forms.Form):
    """What holds for every form with files: one file a field, sent as a file."""

    files: MultiValueDict[str, UploadedFile[bytes]]

    def clean(self) -> dict[str, Any] | None:
        for name, field in self.fields.items():
            assert isinstance(field, OneFile)
            self._one(name, field.what)
        if strangers := sorted(set(self.files) - set(self.fields)):
            raise ValidationError(f"The form carries a file that is not asked for: {strangers[0][:40]}.")
        return super().clean()

    def _one(self, name: str, what: str) -> None:
        if any(self.data.getlist(name)):  # type: ignore[attr-defined]  # a browser sends an unchosen file as empty text
            self._say(name, f"The {what} came as text, not as a file.")
        elif len(self.files.getlist(name)) > 1:
            self._say(name, f"Choose one {what}: {len(self.files.getlist(name))} came with the form.")

    def _say(self, name: str, text: str) -> None:
        self.errors.pop(name, None)
        self.add_error(name, text)

    def raw(self, name: str) -> bytes | None:
        """A file's bytes; None where none was chosen."""
        file = self.cleaned_data.get(name)
        return file.read() if file is not None else None


class LoadForm(FilesForm):
    """A pack, and its article where it is at hand."""

    pack = OneFile("pack")
    article = OneFile("article", required=False)


class ArticleForm(FilesForm):
    """An article for a pack that is here."""

    article = OneFile("article")
