"""The settings under which tests run: the product's own, over a folder and database files of their own."""

import atexit
import os
import shutil
import tempfile

if "PACKREVIEW_DATA" not in os.environ:
    os.environ["PACKREVIEW_DATA"] = tempfile.mkdtemp(prefix="packreview-tests-")
    atexit.register(shutil.rmtree, os.environ["PACKREVIEW_DATA"], ignore_errors=True)

from packreview.settings import *  # noqa: F403
from packreview.settings import DATA, DATABASES, STATIC_ROOT, STORAGES

# A real file, as in use, so that locks and other connections can be tried. Each xdist worker adds its name.
if DATABASES["default"]["ENGINE"] == "packreview.sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(DATA / f"test-{os.getpid()}.sqlite3")}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise looks for it
# Users are made by the hundred here; what a real password hash costs is not what is asked.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
