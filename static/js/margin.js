// The numbers of the suggested sentences in the margin of the section, where each begins. For the eye alone: they are drawn and no
// text, so that no quote, copy or screen reader comes upon them.
(() => {
  let carried = []; // a number and the range that it stands at
  const GAP = 10;

  // Sentences that begin on one line share a place.
  const places = (box) => {
    const frame = box.getBoundingClientRect();
    const found = new Map();
    for (const [n, range] of carried) {
      const text = range.startContainer.parentElement?.closest(".section__text");
      const line = text && range.getClientRects()[0];
      if (!line) continue;
      const isRtl = getComputedStyle(text).direction === "rtl";
      const { left, right } = text.getBoundingClientRect();
      const top = Math.round(line.top - frame.top + box.scrollTop);
      const at = found.get(top) ?? { top, isRtl, x: isRtl ? right - frame.left + GAP : left - frame.left - GAP, numbers: [] };
      found.set(top, { ...at, numbers: [...at.numbers, n] });
    }
    return [...found.values()];
  };

  const draw = () => {
    const box = document.querySelector(".sections");
    document.querySelectorAll(".margin").forEach((one) => one.remove());
    for (const { top, x, isRtl, numbers } of box ? places(box) : []) {
      const one = Object.assign(document.createElement("span"), { className: "margin", ariaHidden: "true" });
      Object.assign(one.dataset, { n: numbers.join(" "), side: isRtl ? "end" : "start" });
      Object.assign(one.style, { top: `${top}px`, left: `${x}px` });
      box.append(one);
    }
  };

  // A window, a letter's size or a face that came late moves the lines.
  const moved = new ResizeObserver(draw);
  document.addEventListener("carried", (event) => {
    carried = event.detail;
    moved.disconnect();
    document.querySelectorAll(".section__text").forEach((text) => moved.observe(text));
    draw();
  });
})();
