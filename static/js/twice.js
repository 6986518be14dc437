// The second press of a double click, or of a key struck twice, meets what the answer to the first one brought: the next
// chip, or what somebody else decided. Nobody has read that yet, so it decides nothing.
(() => {
  const SOON = 500; // milliseconds; so long do systems wait for the second click of two
  const TWICE = "That was the second of two presses, so it decided nothing: press again once you have read what stands here.";
  let [last, shown] = [null, 0];
  const isDesk = (event) => [event.target, event.detail.target].some((node) => node?.id === "desk");

  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.detail.target?.id === "desk") last = event.target.dataset.key;
  });
  document.addEventListener("htmx:afterSettle", (event) => { if (isDesk(event)) shown = performance.now(); });
  // Who does anything else in between means the next press.
  document.addEventListener("keydown", (event) => { if (event.key?.toLowerCase() !== last) last = null; }, true);
  for (const kind of ["input", "quoted"]) document.addEventListener(kind, () => { last = null; });
  document.addEventListener("click", (event) => {
    const act = event.target.closest("#desk button[data-key][hx-post]");
    if (!act || act.dataset.key !== last || performance.now() - shown > SOON) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new CustomEvent("hint", { detail: TWICE }));
  }, true);
})();
