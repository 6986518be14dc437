"""The fields by which an admin makes and changes users; whether a name may be taken is asked by the room."""

from __future__ import annotations

from django import forms


class RoleForm(forms.Form):
    """What a user may do beyond reading."""

    is_admin = forms.BooleanField(required=False)
    may_judge = forms.BooleanField(required=False)


class UserForm(RoleForm):
    """A new user's name and role."""

    name = forms.CharField(max_length=150)
