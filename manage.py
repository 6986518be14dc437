#!/usr/bin/env python
"""Django's command line for packreview."""

import os
import sys
from functools import partial

from django.core.management import execute_from_command_line

from reviews.core.verify import ended

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
    sys.exit(ended(partial(execute_from_command_line, sys.argv)))
