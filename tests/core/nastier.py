"""Markdown that breaks offsets elsewhere, of another hand than the lines of the browser's test: one article, five sections."""

FAMILY = "👨‍👩‍👧‍👦"
LINES = f"""\
\ufeff---
title: "not a heading: {{#x}}"
---

# Nastier lines

Before {{#first}} any section, a reference [to be][later].

## Headings {{#headings}}

Setext of one line
==================

Setext of *two*
lines with `code`
-----------------

```md
## Not a heading {{#no}}
<!-- not a comment -->
```

~~~
Setext in a fence
---
~~~

<!--
## Not a heading either {{#neither}}

and a paragraph within the comment
-->

    ## Nor this, indented

### Closed by marks ### {{#closed}}

#Not a heading, as no space follows

> ## Quoted heading {{#quoted}}
> lazy
continuation of it

Last &num;# words of the section here.

## Lists {{#lists}}

1. first

   ```py
   x = "- not an item"
   \ty = 2
   ```
2. second
   - deep
     > quoted in it

         code in the quote's place
     - deeper `a  b` and ``c ` d``
3) another list begins here
+ [ ] undone with **words**
+ [X] done, {FAMILY} and on
+
  empty before this one

- a

  b\\
  c  \n  d

* * *

Term *with* marks
: Definition one of it, as other parsers read it

: Definition two

!!! note "An admonition of another parser"
    With its text four spaces in.

> [!WARNING]
> An alert whose marker stays readable, and a second
line that is lazy.

:::tip A container
inside of it
:::

## Tables {{#tables}}

| `a|b` | escaped \\| pipe | ![image](x.png) |
|:--|:-:|--:|
| `c\\|d` | **bold \\| it** | [l\\|k](http://a.example/?q=1\\|2) |
| &vert; | &#124; &#x7C; | one more | than the head |
| short |
| 👩🏽‍🚀 é e\u0301 | \u0627\u0644\u0639\u0631\u0628\u064a\u0629 | a<br>b |

No | outer | pipes
---|:---:|---
1  |  2\t| 3

|not|a table
|because of|its line|

## Inline {{#inline}}

Reference [full][ref], [collapsed][], [shortcut], ![picture of *it*][ref], [broken][nowhere] and [a [nested] one](<x y> "t").
Autolinks <https://a.example/?a=1&amp;b=2>, <mailto:x@a.example>, <x@a.example>, https://bare.example/ and <notaprotocol:x>.
Footnotes[^a] of[^b] several[^a][^a] references[^none], and an inline ^[note] of others.
Entities &amp;&lt;&gt;&quot;&copy;&nbsp;&ensp;&NotEqualTilde;&ngE;&#65;&#x1F600;&#0;&#xD800;&#x110000;&#8203;&shy;&zwj;&bogus;&amp;amp; &Aacute &#;
Escapes \\! \\" \\# \\$ \\% \\& \\' \\( \\) \\* \\+ \\, \\- \\. \\/ \\: \\; \\< \\= \\> \\? \\@ \\[ \\\\ \\] \\^ \\_ \\` \\{{ \\| \\}} \\~ \\a.
Emphasis **a*b*c** *a**b**c* ***d*** __e__ _f_g_h_ **i **j** *k*l *m* n*o* ~~p~~ ~q~ ~~~r~~~ **س*ل*م** 你**好**吗.
Code ` a `, `  b  `, ``` `` ```, `c\nd`, `&amp;`, `\\`, `` ` ``, `{FAMILY}`.
Math $a_1 + b$, $$c$$, $5 and $6, \\$7, $`e`$.
Marks ==high== H~2~O x^2^ :smile: @name #12 -- --- ... (c) "quotes" 'single' `code` <kbd>Q</kbd> <b>bo<i>th</b></i> <!-- no --> <?php ?> <![CDATA[x]]>.
Combining a\u0301\u0308\u0323\u0327 o\u0338 \u1112\u1161\u11ab and \u0e01\u0e33 \u0915\u094d\u0937, flags 🇩🇪🇫🇷 1️⃣ #️⃣ ❤️ ❤︎ 👍🏿, {FAMILY}{FAMILY}.
Turned \u0645\u0631\u062d\u0628\u0627 (\u0627\u0644\u0639\u0627\u0644\u0645) 123 \u05e9\u05dc\u05d5\u05dd, marked \u200fthus\u200e and \u2067so\u2069, \u061c too.
Spaces a\u00a0b\u2003c\u3000d\u200be\u2060f\ufeffg\u180eh, soft\u00adhy\u00adphens, tab\tand\t\ttabs, form\x0cfeed, vertical\x0btab, next\x85line, unit\x1fmark.
Ends with CRLF\r
and goes on\r\
with CR alone, then mixed\n\r\
and both\r\r\
ways, a hard break  \r\
by spaces, and\\\r
by a stroke.
{"A very long line without an end " * 40}{"andoneword" * 60}.

<div>
A block of *HTML* with **marks** &amp; such

</div>

<details><summary>Sum *it* up</summary>

Inside **details** again.

</details>

<script>let x = "</b>";</script>

[ref]: https://a.example/ref "A title"
[collapsed]: <https://a.example/c d>
[shortcut]: /relative
[later]: #later
    'title on its own line'

## Notes {{#notes}}

[^a]: Note of *one* line, {FAMILY}.
[^b]: Note of two

    paragraphs, with `code`

    - and a list

[^unused]: Nobody refers to this one.

Same words stand here. Same *words* stand here. Same **words stand** here.

The end\tof it all, without a line's end and with a soft\u00adhyphen\u200b"""
HEADS = ("headings", "lists", "tables", "inline", "notes")
