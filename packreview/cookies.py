"""The one cookie whose name Django does not take from the settings: what a page says after a redirect."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    """Under HTTPS bound to this host alone, as the others are."""

    cookie_name = "__Host-messages" if settings.SESSION_COOKIE_SECURE else "messages"


class Messages(FallbackStorage):
    """A cookie while it is small, else the session."""

    storage_classes = (HostCookieStorage, SessionStorage)
