"""The app: after every migration it founds the deployment (once) and installs the triggers again; it registers the checks and reads the house rules."""

import secrets

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ReviewsConfig(AppConfig):
    name = "reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from reviews import checks, house  # noqa: F401 - the checks register themselves

        house.faults()  # reads the rules: a file that is replaced later is read at the next start

        post_migrate.connect(_after_migrate, sender=self)


def _after_migrate(using: str, **_: object) -> None:
    from django.db import connections

    from reviews import triggers
    from reviews.models import Deployment

    connection = connections[using]
    if "reviews_entry" not in connection.introspection.table_names():
        return
    if not Deployment.objects.using(using).exists():
        Deployment.objects.using(using).create(uid=secrets.token_hex(8))
    triggers.install(connection)
