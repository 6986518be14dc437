"""What reads pages for strangers sees them: these tests say so of itself."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.access.markup import strangers

NEUTRAL: Mapping[str, list[str]] = {
    "<p>words</p>": [],
    "<a href='/packs/x/'>x</a><a rel='noopener noreferrer nofollow' href='https://x/'>y</a>": [],
    "<a href='https://x/'>y</a>": ["<a href='https://x/'> leads out"],
    "<p id=main></p><p id=main></p>": ["#main stands 2 times"],
    "<script>x</script>": ["<script> x"],
    "<p onclick=x>": ["<p onclick='x'>"],
    "<p hx-swap-oob=true id=desk>": ["<p hx-swap-oob='true'>"],
    "<span hx-swap-oob=true id=seated>": [],
    "<a href='javascript:x'>": ["<a href='javascript:x'> leads out"],
    "<a href='//x'>": ["<a href='//x'> leads out"],
    "<form action='https://example.org/'>": ["<form action='https://example.org/'> leads out"],
    "<svg onload=x>": ["<svg onload='x'>"],
    "<img src=x>": ["<img>", "<img src='x'> leads out"],
    "<p style='x'>": ["<p style='x'>"],
}


@pytest.mark.parametrize(("body", "found"), NEUTRAL.items(), ids=list(NEUTRAL))
def test_the_reader_sees_a_stranger(body, found):
    assert strangers(body) == found
