#!/usr/bin/env python
"""Django's command line for packreview."""

import os
import sys
from functools import partial

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from reviews.core.verify import ended

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
    try:
        sys.exit(ended(partial(execute_from_command_line, sys.argv)))
    except ImproperlyConfigured as error:  # the sentence says which setting is wrong, and no stack says more
        sys.exit(f"The desk cannot start: {error}")
