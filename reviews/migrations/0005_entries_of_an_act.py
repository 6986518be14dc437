from django.db import migrations, models

from reviews.migrations._whole import Whole


class Migration(migrations.Migration):

    dependencies = [
        ('reviews', '0004_entries_by_utc'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['act', 'id'], name='entries_of_an_act'),
        ),
        Whole(),
    ]
