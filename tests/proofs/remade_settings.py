"""The product's settings with the migrations of `remade`. PACKREVIEW_WEAK may say that no trigger is made again after them."""

import os

from packreview.settings import *  # noqa: F403
from packreview.settings import INSTALLED_APPS

MIGRATION_MODULES = {"reviews": "tests.proofs.remade"}
if os.environ.get("PACKREVIEW_WEAK") == "no-triggers":
    INSTALLED_APPS[INSTALLED_APPS.index("reviews")] = "tests.proofs.untriggered.Untriggered"
