// A selection in a section becomes source offsets (code points of the article) and the quote's words; the server slices and compares.
(() => {
  const LONGEST = 20000;
  const BLOCK = "p, li, td, th, pre, h2, h3, h4, h5, h6, aside";
  const length = (text) => [...text].length;
  const field = (name) => document.querySelector(`#decide [name="${name}"]`);
  const use = (event) => event.target.closest?.("[data-use-selection]");
  let pressed = null; // what was selected as the button went down: on a touch screen the press itself ends a selection

  // What of one run lies in the selection: its words, and the source range that they stand for. A run with data-e is taken whole.
  const pieceOf = (range, span) => {
    const own = document.createRange();
    own.selectNodeContents(span);
    const cut = own.cloneRange();
    if (range.compareBoundaryPoints(Range.START_TO_START, own) > 0) cut.setStart(range.startContainer, range.startOffset);
    if (range.compareBoundaryPoints(Range.END_TO_END, own) < 0) cut.setEnd(range.endContainer, range.endOffset);
    if (cut.collapsed && span.firstChild) return null;
    const start = Number(span.dataset.s);
    if (span.dataset.e) return { span, text: whole(span), place: [start, Number(span.dataset.e)] };
    own.setEnd(cut.startContainer, cut.startOffset);
    if (!cut.toString()) return null;
    const [from, to] = uncut(span.textContent, own.toString().length, cut.toString().length);
    const text = span.textContent.slice(from, to);
    const first = start + length(span.textContent.slice(0, from));
    return { span, text, place: [first, first + length(text)] };
  };

  // A letter and its accents, or joined emoji, are taken whole, as the browser shows them selected.
  const uncut = (text, from, n) => {
    const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
    const [first, last] = [letters.containing(from), letters.containing(from + n - 1)];
    return [first.index, last.index + last.segment.length];
  };

  // A line break has no text of its own; among odd characters U+FFFD stands for one, which the server looks past.
  const whole = (span) => (span.localName === "br" ? "\n" : span.matches(".odd") ? span.textContent.replaceAll("\ufffd", "") : span.textContent);

  const wordsOf = (pieces) => pieces.map(({ span, text }, n) => {
    const [block, before] = [span.closest(BLOCK), pieces[n - 1]?.span.closest(BLOCK)];
    if (!before || before === block) return text;
    return (block.closest("tr") && block.closest("tr") === before.closest("tr") ? " " : "\n") + text;
  }).join("");

  const selected = () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return { why: "Select words in the section first, then use them as the quote." };
    const range = selection.getRangeAt(0);
    const spans = [...document.querySelectorAll(".section__text [data-s]")].filter((span) => range.intersectsNode(span));
    const pieces = spans.map((span) => pieceOf(range, span)).filter(Boolean);
    const words = wordsOf(pieces);
    const boxes = new Set(pieces.filter(({ text }) => text.trim()).map(({ span }) => span.closest(".section__text")));
    if (!words.trim()) return { why: "The selected words are not in a cited section, so they cannot be the quote." };
    if (boxes.size > 1) return { why: "The selection runs over from one section into another, and a quote stands in one." };
    if (length(words) > LONGEST) return { why: "The selection is too long for a quote." };
    return { words, cite: [...boxes][0].dataset.section, start: pieces[0].place[0], end: pieces.at(-1).place[1] };
  };

  const take = ({ words, cite, start, end }) => {
    const quote = document.getElementById("quote");
    if (!quote || quote.readOnly) return;
    quote.value = words;
    Object.entries({ cite, start, end }).forEach(([name, value]) => { field(`quote_${name}`).value = value; });
    quote.dispatchEvent(new Event("quoted", { bubbles: true }));
    quote.dispatchEvent(new Event("draft", { bubbles: true }));
  };

  // Spoken by the live region, and shown where the verdict on a quote stands.
  const refuse = (why) => {
    const note = Object.assign(document.createElement("p"), { className: "verdict", id: "not-taken", ariaHidden: "true", textContent: `! ${why}` });
    note.dataset.kind = "short";
    document.getElementById("not-taken")?.remove();
    document.getElementById("verdict")?.after(note);
    const live = document.getElementById("live");
    live.textContent = "";
    setTimeout(() => { live.textContent = why; }, 50); // the same sentence twice is heard twice
  };

  document.addEventListener("pointerdown", (event) => { if (use(event)) pressed = selected(); });
  document.addEventListener("mousedown", (event) => { if (use(event)) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const isAway = event.target.closest("a:not([data-start])"); // the link to a suggested sentence's section
    const suggestion = isAway ? null : event.target.closest(".suggestions li")?.querySelector("[data-start]");
    if (suggestion) {
      event.preventDefault();
      take({ ...suggestion.dataset, words: suggestion.parentElement.querySelector("[data-words]").textContent });
    }
    const whole = event.target.closest("[data-whole]");
    if (whole) {
      take({ ...whole.dataset, words: whole.dataset.whole });
      document.getElementById("chip-q").focus({ preventScroll: true }); // the button goes with what it mended
    }
    if (!use(event)) return;
    const now = selected();
    const found = now.why && pressed && !pressed.why ? pressed : now;
    pressed = null;
    if (found.why) refuse(found.why);
    else {
      take(found);
      getSelection().removeAllRanges(); // taken: the keys decide again
    }
  });
  document.addEventListener("quoted", () => document.getElementById("not-taken")?.remove());
  // Words typed over a selection are no longer that selection.
  document.addEventListener("input", (event) => {
    if (event.target.id !== "quote") return;
    document.getElementById("not-taken")?.remove();
    for (const name of ["start", "end", "cite"]) field(`quote_${name}`).value = "";
  });
})();
