"""The product's migrations, and after them one that remakes the ledger's tables: what a release to come may have to do."""

from reviews import migrations

__path__ = [*migrations.__path__, *__path__]  # each is found here under its own name
