"""Markdown full of raw HTML, whole and in halves: one article, four sections."""

LINES = """\
# Raw HTML of all kinds

## Inline tags {#tags}

Words in <b>bold</b>, <i>it<b>al</b>ic</i>, <kbd>Ctrl</kbd>+<kbd>C</kbd> and <span class="a" title='b > c'>a span</span> of them.
A [link in <code>the</code> text](https://a.example/address "its title")</span> and its half, then <br> a break<br/>and one more.
<a href="https://b.example/?q=1&amp;r=2">An anchor</a> begins the line, and <img src="x.png" alt="a picture"> is in it.
Water is H<sub>2</sub>O and E=mc<sup>2</sup>; un<wbr>able, <del>gone</del> and <ins>new</ins>, <mark>marked &amp; kept</mark>.
Open <b>and never closed. Closed</i> and never opened, 1 < 2 and 3 > 2, a<b and c>d, </ not a tag, < b> nor this.
<em title="of
two lines">Begun on one
line</em> and <custom-tag data-x=1>ended</custom-tag> here [in the <i>Playground</i>](https://c.example/#eNqrVgo)

</div>

## Comments {#comments}

Before <!-- a comment in a line --> and after it, <!----> an empty one, <!-- --> and a blank one goes on.
A <?php echo "processing"; ?> instruction, a <!DOCTYPE html> declaration and <![CDATA[some data]]> of it.

<!-- a block of it
over two lines -->

A paragraph between two comments.<!-- - -->Another one, without a space.

<!--

**bold** in a comment

-->

The paragraph after them.

## Blocks {#blocks}

<div class="note">

A paragraph in a division, with <span hidden>hidden words</span> shown ones.

</div>
<table>
<tr><td>First cell</td><td>Second &lt;cell&gt;</td></tr>
</table>

<details><summary>The summary</summary>

The details of it, *in Markdown*.

</details>

<ul>
  <li>One item</li>
  <li>Another item
</ul>

<p>A paragraph without a blank
line <b>before</b>
<hr>
<script>let hidden = "</b> of a script";</script>
<style>
.hidden { display: none }
</style>

> <blockquote>quoted</blockquote> twice
> <!-- and a comment
> over two --> lines

- <b>an item</b> with </b> halves
- <p>another</p>

| A <b>head</b> | <!-- none --> |
|---|---|
| a<br>b | </td> of a cell |

## Entities {#entities}

Ampersands &amp; and &amp;amp; and &lt;b&gt;no tag&lt;/b&gt;, a&nbsp;b&shy;c, <b>&copy;</b> 2024&mdash;2025 &#x1F600;</b>.
Half ones &am, &#, &#x and &lt without an end; <i>&hellip;</i> and so <i>&quot;on&quot;</i>, "quoted" <q>by a tag</q>.
Emoji <b>👩‍💻</b>👩🏽‍🚀<i>é</i>e<b>\u0301</b>, <bdo dir="rtl">שלום</bdo> and <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>.</
"""
HEADS = ("tags", "comments", "blocks", "entities")
