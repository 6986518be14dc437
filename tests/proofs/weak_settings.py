"""The product's settings with one weakened, named by PACKREVIEW_WEAK: what the proofs' controls run over."""

import os

from packreview.settings import *  # noqa: F403
from packreview.settings import DATABASES

# At start the desk refuses what is weakened here.
SILENCED_SYSTEM_CHECKS = [] if "checked" in os.environ["PACKREVIEW_WEAK"].split(",") else ["reviews.E005"]
_OPTIONS = DATABASES["default"]["OPTIONS"]

if "normal" in os.environ["PACKREVIEW_WEAK"].split(","):
    _OPTIONS["init_command"] = _OPTIONS["init_command"].replace("synchronous=FULL", "synchronous=NORMAL")
# Not weaker either: what was committed stays in the log beside the file.
if "no-checkpoints" in os.environ["PACKREVIEW_WEAK"].split(","):
    _OPTIONS["init_command"] += " PRAGMA wal_autocheckpoint=0;"
# Not weaker, only busier: with a checkpoint after each commit one decision makes every kind of call there is.
if "checkpoints" in os.environ["PACKREVIEW_WEAK"].split(","):
    _OPTIONS["init_command"] += " PRAGMA wal_autocheckpoint=1;"
