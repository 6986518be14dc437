"""Random Markdown for the property tests: pieces that people write, and pieces that break parsers."""

from hypothesis import strategies as st

PIECES = [
    *"word another é 日本 🍋 cafe\u0301 **bold** *it* _under_ ~~gone~~ `code` ``a`b`` [^1] $x+y$".split(),
    *"[link](http://a.example) [r][ref] ![alt](pic.png) <http://b.example> https://c.example/".split(),
    *"<b>raw</b> &amp; &#x41; &nope; \\* \\` | a|b --- *** :: {#id} [x](javascript:alert(1))".split(),
    *"![[ ]( <script> </div> <!-- --> ``` ~~~ $$".split(),
    *"[^2] [r][] [ref]: [^1]: <x@a.example> `` `a|b` \\| &#0; &shy; &#xD800; <br> {.c} === : !!! ::: [ ] 👨‍👩‍👧 a\u0301\u0323 שלום".split(),
    *[" ", "  ", "\t", "\n", "\n\n", "  \n", "\\\n", "\r\n", "\r"],
    *"\u00a0\u200b\u202e\u2028\ufeff\u00ad\u200d\x0c\x85\u3000",
]
STARTS = [
    "",
    "# ",
    "## ",
    "> ",
    "- ",
    "1. ",
    "- [x] ",
    "    ",
    "|a|b|\n|-|:-:|\n| ",
    "[^1]: ",
    "```py\n",
    "---\n",
    "===\n",
    "+ [ ] ",
    "1) ",
    "~~~\n",
    "<!--\n",
    "<div>\n",
    ": ",
    "!!! note\n    ",
    "> [!NOTE]\n> ",
    "\t",
    "$$\n",
    "[ref]: ",
    "a|b\n-|-\n",
]

words = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
lines = st.tuples(st.sampled_from(STARTS), st.sampled_from(STARTS), words).map("".join)
documents = st.lists(lines, max_size=8).map("\n".join)
