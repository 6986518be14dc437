// While words of a section are selected, a button takes them as the quote: beside the acts, on a telephone above the thumb.
(() => {
  const button = () => document.querySelector("[data-use-selection=thumb]");
  let isSaid = false; // what the hint says, by this button
  const hint = (text, name = "hint") => {
    isSaid = text !== "";
    document.dispatchEvent(new CustomEvent(name, { detail: text }));
  };
  let isSelecting = false; // by a pointer that is still down
  let isPressed = false; // the button: the press itself may end the selection before the button hears of it
  let isWaiting = false; // for the verdict on what was taken

  const offer = () => {
    if (!button() || isSelecting || isPressed) return;
    const selection = getSelection();
    const isInside = !selection.isCollapsed && selection.anchorNode?.parentElement?.closest(".section__text");
    if (isInside && button().hidden && isSaid) hint(""); // what was said of the words before
    button().hidden = !isInside;
  };

  // Half a word is mended from here too: the button that does so stands above, out of a thumb's reach.
  const mend = (whole) => {
    if (!whole) return;
    const copy = whole.cloneNode(true);
    copy.removeAttribute("data-key"); // one press, one button
    copy.tabIndex = -1;
    copy.addEventListener("click", () => { isWaiting = true; });
    document.getElementById("hint")?.append(" ", copy);
  };

  document.addEventListener("pointerdown", (event) => {
    isPressed = button() !== null && event.target.closest("[data-use-selection]") === button();
    isSelecting = !isPressed && event.pointerType === "mouse";
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      isSelecting = false;
      setTimeout(() => { isPressed = false; offer(); }, isPressed ? 500 : 0);
    });
  }
  document.addEventListener("selectionchange", offer);
  document.addEventListener("click", (event) => {
    if (!button() || event.target.closest("[data-use-selection]") !== button()) return;
    const refused = document.getElementById("not-taken");
    isWaiting = !refused;
    if (refused) hint(refused.textContent.slice(2));
  });
  // Taken by a key or from the list, and the verdict lies below the acts: it is shown beside them.
  const isCovered = (node) => node.getBoundingClientRect().bottom > document.querySelector(".acts")?.getBoundingClientRect().top;

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "verdict" || !isWaiting && !isCovered(event.detail.target)) return;
    isWaiting = false;
    const said = [...event.detail.target.querySelectorAll(".verdict, .half")].map((one) => one.firstChild.data.trim());
    hint(said.join(" "), "verdict");
    mend(event.detail.target.querySelector("[data-whole]"));
  });
})();
