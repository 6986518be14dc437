"""The application that gunicorn serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from reviews import serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
application = get_wsgi_application()

serving.begin()

# Load the pages now, not in somebody's first request; what was loaded stays. Left to the collector, each full
# collection would walk through all of it, in the middle of a request and for longer than the request takes.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
