"""The product's way of serving, without the check before it: append_only asks for that, and for others it is only time."""

from typing import Any

from packreview.gunicorn import *  # noqa: F403


def on_starting(server: Any) -> None:
    """Begin at once."""
