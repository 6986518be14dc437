// On a telephone the quote's button is far from the words that one selects: one within reach, and what came of it said there.
(() => {
  const thumb = () => document.querySelector("[data-use-selection=thumb]");
  const hint = (text) => document.dispatchEvent(new CustomEvent("hint", { detail: text }));
  let isWaiting = false; // for the verdict on what was taken

  const offer = () => {
    const selection = getSelection();
    const isInside = !selection.isCollapsed && selection.anchorNode?.parentElement?.closest(".section__text");
    if (thumb()) thumb().hidden = !isInside;
    return isInside;
  };

  // A press may end the selection before the button hears of it, so that it stays for a moment.
  document.addEventListener("selectionchange", () => { if (!getSelection().isCollapsed || !thumb() || thumb().hidden) offer(); else setTimeout(offer, 500); });
  document.addEventListener("click", (event) => {
    if (!thumb() || event.target.closest("[data-use-selection]") !== thumb()) return;
    const refused = document.getElementById("not-taken");
    isWaiting = !refused;
    if (refused) hint(refused.textContent.slice(2));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "verdict" || !isWaiting) return;
    isWaiting = false;
    hint(event.detail.target.querySelector(".verdict")?.firstChild.data.trim() || "");
  });
})();
