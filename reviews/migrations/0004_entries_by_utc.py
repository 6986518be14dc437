from django.db import migrations, models

from reviews.migrations._whole import Whole


class Migration(migrations.Migration):

    dependencies = [
        ('reviews', '0003_opinions'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['utc', 'id'], name='entries_by_utc'),
        ),
        Whole(),
    ]
