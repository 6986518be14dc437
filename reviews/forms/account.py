"""What a person may set about their own work and log-in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from reviews.models import User

WRONG = "This is not your password."


class LogInForm(AuthenticationForm):
    """Django's own, with one sentence for unknown names, wrong passwords and whoever was deactivated."""

    error_messages = dict.fromkeys(("invalid_login", "inactive"), "This name and this password do not fit.")


class HabitsForm(forms.Form):
    """Two switches; a box that is not ticked is not sent, and is off."""

    single_keys = forms.BooleanField(required=False)
    auto_advance = forms.BooleanField(required=False)


class PasswordForm(forms.Form):
    """The password once more, before something about the log-in is changed. It is asked at the door, which counts failures.

    As long as one likes: the log-in and the change of a password know no limit either, but that of every form.
    """

    password = forms.CharField(strip=False)

    def __init__(self, request: HttpRequest, user: User, *args: Any) -> None:
        self.request, self.user = request, user
        super().__init__(*args)

    def clean_password(self) -> str:
        return _asked(self.request, self.user, self.cleaned_data["password"], WRONG)


class NewPasswordForm(PasswordChangeForm):
    """Django's own, with the old password asked at the door, and a new one that is another."""

    def __init__(self, request: HttpRequest, user: User, *args: Any) -> None:
        self.request = request
        super().__init__(user, *args)

    def clean_old_password(self) -> str:
        wrong = self.error_messages["password_incorrect"]
        return _asked(self.request, self.user, self.cleaned_data["old_password"], wrong)

    def clean_new_password1(self) -> str:
        word: str = self.cleaned_data["new_password1"]
        if word == self.cleaned_data.get("old_password"):
            raise ValidationError("This is the password you have: give another one.")
        return word


class CodeForm(forms.Form):
    """Six digits from an app, or a recovery code."""

    code = forms.CharField(max_length=40)


def _asked(request: HttpRequest, user: User, password: str, wrong: Any) -> str:
    if authenticate(request, username=user.username, password=password) is None:
        raise ValidationError(wrong)
    return password
