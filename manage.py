#!/usr/bin/env python
"""Django's command line for packreview."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
    try:
        execute_from_command_line(sys.argv)
    except (
        ImproperlyConfigured
    ) as error:  # a setting is wrong: the sentence says which, and no stack says more
        sys.exit(f"The desk cannot start: {error}")
