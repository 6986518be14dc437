"""The application that gunicorn serves."""

import codecs
import gc
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils.http import parse_header_parameters

from reviews import serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
_TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Django reads the address in whatever encoding a Content-Type names, and breaks over some before any page of ours
    could say so: what is not UTF-8 is only marked here, and refused in a sentence by `reviews.middleware.in_utf8`.
    """
    if not _is_utf8(environ.get("CONTENT_TYPE", "")):
        environ |= {"CONTENT_TYPE": "", "packreview.not_utf8": True}
    answer: Iterable[bytes] = _django(environ, start_response)
    return answer


def _is_utf8(content_type: str) -> bool:
    try:
        _, named = parse_header_parameters(content_type)
        return codecs.lookup(named.get("charset", "utf-8")).name == "utf-8"
    except (ValueError, LookupError):
        return False


serving.begin()

# Load the pages now, not in somebody's first request, for which there may be no handle; what was loaded stays. Left to the
# collector, each full collection would walk through all of it, in the middle of a request and for longer than the request takes.
_ = get_resolver().url_patterns
for _page in _TEMPLATES.rglob("*.html"):
    get_template(str(_page.relative_to(_TEMPLATES)))
gc.collect()
gc.freeze()
