// The second press of a double click meets what the answer to the first one brought: the next chip, or what somebody else
// decided. Nobody has read that yet, so it decides nothing. (A key that bounces is as quick as no answer: nothing hears it.)
(() => {
  const TWICE = "That was the second click of two, so it decided nothing: press again once you have read what stands here.";

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, requestConfig } = event.detail;
    if (target?.id !== "desk" || !(requestConfig.triggeringEvent?.detail > 1)) return; // a mouse counts its clicks
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("hint", { detail: TWICE }));
  });
})();
