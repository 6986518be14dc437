#!/usr/bin/env python
"""Django's command line for packreview."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
    execute_from_command_line(sys.argv)
