// Draws what belongs together in both panes: the quote, the sentences that may carry it, and the answer's marks. No text is changed.
(() => {
  const length = (text) => [...text].length;
  const number = (span, name) => Number(span.dataset[name]);
  const MARK = "mark[data-places]";
  let runs = []; // the runs of the sections with their source ranges, read anew with each chip
  let asked = null; // a quote just taken, until the server has said where it stands
  let [visited, turn] = [null, 0]; // a second tap on a mark shows its next place

  const read = () => {
    runs = [...document.querySelectorAll(".section__text [data-s]")].filter((span) => span.firstChild).map((span) => {
      const start = number(span, "s");
      return { text: span.firstChild, start, end: number(span, "e") || start + length(span.textContent), whole: "e" in span.dataset };
    });
  };

  const ranges = ([start, end]) => runs.filter((run) => run.end > start && run.start < end).map((run) => {
    const units = [...run.text.data];
    const range = document.createRange();
    range.setStart(run.text, run.whole ? 0 : units.slice(0, Math.max(0, start - run.start)).join("").length);
    range.setEnd(run.text, run.whole ? run.text.length : units.slice(0, end - run.start).join("").length);
    return range;
  });

  const placesOf = (mark) => mark.dataset.places.split(" ").filter(Boolean).map((place) => place.split("-").map(Number));
  const between = (node) => (node?.dataset.start ? [number(node, "start"), number(node, "end")] : null);
  const all = (selector) => [...document.querySelectorAll(selector)];

  const paint = (name, priority, places) => {
    const found = places.filter(Boolean).flatMap(ranges);
    if (window.CSS?.highlights) CSS.highlights.set(name, Object.assign(new Highlight(...found), { priority }));
    return found[0];
  };

  const draw = () => {
    const suggested = all(".suggestions [data-start]");
    const carrying = paint("carries", 0, suggested.map(between));
    const begun = suggested.map((one) => [one.dataset.key, ranges(between(one))[0]]).filter(([n, range]) => n && range);
    document.dispatchEvent(new CustomEvent("carried", { detail: begun }));
    paint("named", 1, all(`${MARK}[data-kind="name"]`).flatMap(placesOf));
    paint("has", 1, all(`${MARK}:not([data-kind="name"])`).flatMap(placesOf));
    const quote = paint("quote", 2, [asked || between(document.querySelector("#verdict .verdict"))]);
    paint("tied", 3, []);
    return quote || carrying;
  };

  // The section opens at the words that carry the claim; the chip beside it does not move.
  const show = (range) => {
    const box = document.querySelector(".sections");
    if (!range || !box || box.scrollHeight <= box.clientHeight) return;
    const [place, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    if (place.top < frame.top || place.bottom > frame.bottom) box.scrollTop += place.top - frame.top - box.clientHeight / 4;
  };

  const tie = (marks) => {
    all(MARK).forEach((mark) => mark.toggleAttribute("data-tied", marks.includes(mark)));
    paint("tied", 3, marks.flatMap(placesOf));
  };

  // Which marks stand at this point of a section.
  const under = ({ clientX, clientY }) => {
    const at = document.caretPositionFromPoint?.(clientX, clientY);
    const range = at ? null : document.caretRangeFromPoint?.(clientX, clientY);
    const [node, offset] = at ? [at.offsetNode, at.offset] : [range?.startContainer, range?.startOffset];
    const run = runs.find(({ text }) => text === node);
    const place = run && run.start + length(run.text.data.slice(0, offset));
    return run ? all(MARK).filter((mark) => placesOf(mark).some(([start, end]) => start <= place && place <= end)) : [];
  };

  const pointed = (event) => {
    const mark = event.target.closest?.(MARK);
    tie(mark ? [mark] : event.target.closest?.(".section__text") ? under(event) : all(`${MARK}:focus`));
  };

  const visit = (mark) => {
    const places = placesOf(mark);
    [visited, turn] = [mark, mark === visited ? turn + 1 : 0];
    if (places.length) show(ranges(places[turn % places.length])[0]);
    tie([mark]);
  };

  // What is typed is nowhere until the server has found it.
  const settleOn = (place, isTyped) => {
    if (isTyped) document.querySelector("#verdict .verdict")?.removeAttribute("data-start");
    asked = place;
    return draw();
  };

  const settle = () => { asked = null; read(); show(draw()); };

  // Suggestions that came after the page move nobody who has begun to read.
  const join = () => {
    const carrying = draw();
    if (!asked && !document.querySelector(".sections")?.scrollTop) show(carrying);
  };

  let frame = 0;
  document.addEventListener("pointermove", (event) => { cancelAnimationFrame(frame); frame = requestAnimationFrame(() => pointed(event)); });
  document.addEventListener("focusin", (event) => { if (event.target.matches(`${MARK}:focus-visible`)) visit(event.target); });
  document.addEventListener("focusout", (event) => { if (event.target.matches(MARK)) tie([]); });
  document.addEventListener("click", (event) => { if (event.target.closest(MARK)) visit(event.target.closest(MARK)); else pointed(event); });
  document.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches?.(MARK)) visit(event.target); });
  document.addEventListener("quoted", () => {
    show(settleOn(["start", "end"].map((name) => Number(document.querySelector(`#decide [name="quote_${name}"]`).value))));
  });
  document.addEventListener("input", (event) => { if (event.target.id === "quote") settleOn(null, true); });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target.id === "verdict") settleOn(null); });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "desk") settle(); else if (event.target.matches(".suggested")) join(); });
  document.addEventListener("DOMContentLoaded", settle);
})();
