"""On SQLite each of these makes a new table, copies the rows, drops the old one, and with it its triggers."""

from pathlib import Path

from django.db import migrations, models

from reviews import migrations as product

LAST = max(path.stem for path in Path(product.__path__[0]).glob("[0-9]*.py"))


class Migration(migrations.Migration):
    dependencies = [("reviews", LAST)]
    operations = [
        migrations.AlterField("entry", "item", models.CharField(blank=True, max_length=211)),
        migrations.AlterField("chain", "origin", models.CharField(max_length=201, unique=True)),
        migrations.AlterField(
            "words", "sha", models.CharField(max_length=65, primary_key=True, serialize=False)
        ),
        migrations.AddField("entry", "note", models.IntegerField(default=0, null=True)),
    ]
