// A selection in a section becomes source offsets (code points) and the quote's words; the quote that stands is marked.
(() => {
  const length = (text) => [...text].length;
  const field = (name) => document.querySelector(`#decide [name="${name}"]`);

  const offsetIn = (span, node, at, whole) => {
    const start = Number(span.dataset.s);
    if (span.dataset.e) return whole ? Number(span.dataset.e) : start;
    if (!span.contains(node)) return whole ? start + length(span.textContent) : start;
    const before = document.createRange();
    before.selectNodeContents(span);
    before.setEnd(node, at);
    return start + length(before.toString());
  };

  const selected = () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    const box = (range.startContainer.parentElement || document).closest(".section__text")
      || (range.startContainer.nodeType === 1 && range.startContainer.closest(".section__text"));
    if (!box) return null;
    const spans = [...box.querySelectorAll("[data-s]")].filter((span) => touches(range, span));
    if (!spans.length) return null;
    const [first, last] = [spans[0], spans[spans.length - 1]];
    return {
      words: selection.toString(),
      cite: box.dataset.section,
      start: offsetIn(first, range.startContainer, range.startOffset, false),
      end: offsetIn(last, range.endContainer, range.endOffset, true),
    };
  };

  const touches = (range, span) => {
    if (!range.intersectsNode(span)) return false;
    const inside = document.createRange();
    inside.selectNodeContents(span);
    return range.compareBoundaryPoints(Range.END_TO_START, inside) < 0 && range.compareBoundaryPoints(Range.START_TO_END, inside) > 0;
  };

  const take = ({ words, cite, start, end }) => {
    const quote = document.getElementById("quote");
    if (!quote || quote.readOnly) return;
    quote.value = words;
    field("quote_cite").value = cite;
    field("quote_start").value = start;
    field("quote_end").value = end;
    quote.dispatchEvent(new Event("quoted", { bubbles: true }));
    quote.dispatchEvent(new Event("draft", { bubbles: true }));
    mark();
  };

  const ranges = (start, end) => [...document.querySelectorAll(".section__text [data-s]")].flatMap((span) => {
    const [s, text] = [Number(span.dataset.s), span.firstChild];
    const e = Number(span.dataset.e) || s + length(span.textContent);
    if (!text || e <= start || s >= end) return [];
    const units = [...span.textContent];
    const range = document.createRange();
    range.setStart(text, units.slice(0, Math.max(0, start - s)).join("").length);
    range.setEnd(text, units.slice(0, Math.min(e, end) - s).join("").length);
    return [range];
  });

  const mark = () => {
    if (!window.CSS || !CSS.highlights) return;
    const [start, end] = [field("quote_start")?.value, field("quote_end")?.value];
    const quote = start && end ? ranges(Number(start), Number(end)) : [];
    const carrying = [...document.querySelectorAll(".suggestions button")]
      .flatMap((button) => ranges(Number(button.dataset.start), Number(button.dataset.end)));
    CSS.highlights.set("quote", new Highlight(...quote));
    CSS.highlights.set("carries", new Highlight(...carrying));
    show(quote[0] || carrying[0]);
  };

  // The section opens at the words that carry the claim; the chip beside it does not move.
  const show = (range) => {
    const box = document.querySelector(".sections");
    if (!range || !box || box.scrollHeight <= box.clientHeight) return;
    box.scrollTop += range.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 4;
  };

  document.addEventListener("click", (event) => {
    const suggestion = event.target.closest(".suggestions button");
    if (suggestion) {
      const { start, end, cite } = suggestion.dataset;
      take({ words: suggestion.parentElement.querySelector("[data-words]").textContent, cite, start, end });
    }
    if (event.target.closest("[data-use-selection]")) {
      const found = selected();
      if (found) take(found);
    }
  });
  // Words typed over a selection are no longer that selection.
  document.addEventListener("input", (event) => {
    if (event.target.id !== "quote") return;
    for (const name of ["quote_start", "quote_end", "quote_cite"]) field(name).value = "";
  });
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-use-selection]")) event.preventDefault(); // the press would undo the selection
  });
  document.addEventListener("DOMContentLoaded", mark);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "desk") mark(); });
})();
