from django.db import migrations, models

from reviews.migrations._whole import Whole


class Migration(migrations.Migration):

    dependencies = [
        ('reviews', '0005_entries_of_an_act'),
    ]

    operations = [
        migrations.AlterField(
            model_name='seriesrule',
            name='series',
            field=models.TextField(),
        ),
        Whole(),
    ]
