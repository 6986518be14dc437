"""The style sheets and scripts that a page always loads together."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

FORMS = {"css": '<link rel="stylesheet" href="{}">', "js": '<script src="{}" defer></script>'}


@register.simple_tag
def together(name: str) -> SafeString:
    """One file where collectstatic has put it together, else each of its parts (as under runserver)."""
    is_made = not settings.DEBUG and name in getattr(staticfiles_storage, "hashed_files", {})
    files = [name] if is_made else settings.STATIC_TOGETHER[name]
    return format_html_join("\n", FORMS[name.rsplit(".", 1)[1]], [[static(file)] for file in files])
