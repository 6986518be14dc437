"""Where a form comes back refused, the first field to mend has the focus: nobody looks for it by the tab key."""

from __future__ import annotations

import re

import pytest

from tests import builders
from tests.pages import entered

pytestmark = pytest.mark.django_db
TO_MEND = re.compile(r'<(?:input|select|textarea)[^>]*aria-invalid="true"[^>]*>')
# Each is sent with nothing in it, and lacks one field or more.
FORMS = (
    "/users/",
    "/seats/",
    "/seats/exclude/",
    "/account/password/",
    "/account/log-ins/end/",
    "/account/second-step/begin/",
)


@pytest.mark.parametrize("address", FORMS)
def test_a_refused_form_puts_the_focus_where_it_is_to_be_mended(address):
    page = entered(builders.admin()).post(address, {"place": "pack"}).content.decode()
    to_mend = TO_MEND.findall(page)
    assert [field for field in to_mend if " autofocus" not in field] == []
    assert to_mend != []
