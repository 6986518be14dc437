"""The app, but after a migration it makes no trigger again: what the control of the upgrades runs over."""

from reviews.apps import ReviewsConfig


class Untriggered(ReviewsConfig):
    def ready(self) -> None:
        pass
