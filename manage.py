#!/usr/bin/env python
"""Django's command line for packreview."""

import os
import sys
from functools import partial

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import Error

from reviews.core.verify import ended
from reviews.unusable import in_one_line, is_unusable

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "packreview.settings")
    try:
        sys.exit(ended(partial(execute_from_command_line, sys.argv)))
    except ImproperlyConfigured as error:  # the sentence says which setting is wrong, and no stack says more
        sys.exit(f"The desk cannot start: {error}")
    # Commands of ours say this themselves; these are Django's own: migrate, collectstatic.
    except OSError as error:
        sys.exit(f"{error.filename or 'A file'}: {error.strerror or error}. Mend that, then run this again.")
    except Error as error:
        if not is_unusable(error):
            raise
        sys.exit(f"The database cannot be used: {in_one_line(error)}. Mend that, then run this again.")
