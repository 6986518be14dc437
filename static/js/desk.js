// After a swap: focus goes to what is next to be read, and the live region says what was done.
(() => {
  // Whether an act that got no answer was recorded cannot be known here; its key makes sure that it is not twice.
  const AGAIN = "Your words are still here: press again, and what was recorded already is not recorded twice.";
  const live = () => document.getElementById("live");
  const say = (text) => { if (live()) live().textContent = text; };
  const sentence = (text) => (/[.?!:…]$/.test(text) ? text : `${text}.`);

  // A field to mend first, then what was refused, then the chip's own heading. One writes on where the words end.
  const focus = (preventScroll) => {
    const target = ["[data-focus][aria-invalid]", "[data-focus=first]", "[data-focus]"]
      .map((which) => document.querySelector(`#desk ${which}`)).find(Boolean);
    target?.focus({ preventScroll });
    target?.setSelectionRange?.(target.value.length, target.value.length);
  };

  const settle = () => {
    focus(false);
    document.querySelector("#desk .toast:not(.toast--quiet)")?.scrollIntoView({ block: "start" }); // on a telephone: it and the chip, without the bars above
    const place = document.querySelector(".chip__where");
    // What the focus went to is read out by that alone.
    const said = [...document.querySelectorAll("#desk [data-say]")].filter((node) => node !== document.activeElement).map((node) => node.dataset.say);
    const where = document.querySelector("#desk .chip__where span:nth-child(2)");
    say([...said, place && where ? where.textContent.trim() : ""].filter(Boolean).map(sentence).join(" "));
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "desk" || event.target.id === "desk") settle();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("#desk [data-say], #desk [aria-invalid]")) settle();
    else focus(true);
    // From one chip to another: on a telephone the bars above stay out of sight, as they do after an act.
    if (!location.hash && document.referrer.startsWith(location.origin + location.pathname)) document.querySelector(".desk")?.scrollIntoView();
  });
  document.addEventListener("click", (event) => {
    const toast = event.target.closest("[data-put-away]")?.closest(".toast");
    if (!toast) return;
    toast.toggleAttribute("data-away", true); // its key goes on undoing
    document.getElementById("chip-q")?.focus({ preventScroll: true });
  });
  const show = (text) => {
    const hint = document.getElementById("hint");
    if (!hint) return;
    hint.textContent = text;
    hint.hidden = !text;
    hint.dataset.kind = text.startsWith("✓") ? "stands" : "";
  };
  // Said and shown beside the acts: why a key did nothing. A verdict is said where it stands, and only shown here.
  document.addEventListener("hint", (event) => {
    show(event.detail);
    if (event.detail) say(event.detail);
  });
  document.addEventListener("verdict", (event) => show(event.detail));
  // What was refused for its quote is no longer so once the quote is another.
  const stale = () => document.querySelectorAll("#desk .finding[data-gate=quote], #desk :is(.chip, .quote) > .notice[role=alert]:not(#lost)")
    .forEach((node) => {
      if (node.querySelector(":checked")) return;
      if (node.contains(document.activeElement)) document.getElementById("chip-q").focus({ preventScroll: true }); // it goes, and the focus stays
      node.remove();
    });
  document.addEventListener("quoted", stale);
  // Suggestions that do not come leave their link where it is, and nothing of the judge's was sent with them.
  const isAside = (event) => event.detail.target?.matches(".suggested");
  document.addEventListener("htmx:sendError", (event) => { if (!isAside(event)) lost(`The network is gone. ${AGAIN}`); });
  document.addEventListener("htmx:timeout", (event) => { if (!isAside(event)) lost(`The desk does not answer. ${AGAIN}`); });
  document.addEventListener("htmx:responseError", (event) => {
    if (!isAside(event) && event.detail.xhr.status >= 500 && event.detail.xhr.status !== 503) lost(`The server could not answer. ${AGAIN}`);
  });
  // A refusal without a desk in it (log-in over, database busy) is shown above the desk, which keeps its words.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (isAside(event)) event.detail.shouldSwap = xhr.status === 200;
    if (event.detail.target.id !== "desk" || xhr.responseText.includes('id="desk"')) return;
    event.detail.shouldSwap = false;
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    // The proxy answers in plain words where the desk is away: what that did before, nobody knows.
    const away = xhr.status === 503 ? `The desk is not there just now. ${AGAIN}` : "Nothing was recorded.";
    lost(page.querySelector("[role=alert] strong, [role=alert] h2, h1")?.textContent.trim() || away, page.querySelector("[role=alert] a"));
  });

  function lost(text, link) {
    document.getElementById("lost")?.remove();
    const notice = document.createElement("div");
    notice.id = "lost";
    notice.className = "notice notice--bad";
    notice.setAttribute("role", "alert");
    notice.append(text);
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link.getAttribute("href");
      anchor.target = "_blank";
      anchor.textContent = link.textContent;
      notice.append(" ", anchor);
    }
    document.querySelector("#desk .chip")?.prepend(notice);
    say(text);
  }
})();
