// Keys press the buttons and links that carry them (data-key). They never decide while somebody types, selects or waits.
(() => {
  const ARROWS = { ArrowRight: "j", ArrowLeft: "k" };
  const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const SELECTED = "Words are selected: Q takes them as the quote, Esc lets them go.";
  const NOTHING = { u: "Nothing of yours is left to undo in this pack.", o: "Nothing here can be published over." };

  const named = (event) => {
    const key = ARROWS[event.key] || event.key.toLowerCase();
    const mod = event.ctrlKey || event.metaKey;
    return mod ? `mod+${event.shiftKey ? "shift+" : ""}${key}` : key;
  };

  const hint = (text) => document.dispatchEvent(new CustomEvent("hint", { detail: text }));
  // From a decision to its answer: what is typed ahead is nobody's key.
  const isDeciding = () => document.querySelector("button.htmx-request, a.htmx-request") !== null;
  const isOpen = () => document.querySelector("dialog[open], [popover]:popover-open") !== null;
  const all = (key) => [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].filter((node) => !node.closest("[hidden]"));
  const carries = (key) => all(key)[0];
  const hasSelection = () => {
    const selection = getSelection();
    return selection && !selection.isCollapsed && selection.anchorNode?.parentElement?.closest(".section__text");
  };

  // Leaves what is open in turn: a selection, the field one types in, the edit.
  const escape = (event) => {
    if (hasSelection()) getSelection().removeAllRanges();
    else if (carries("escape")) carries("escape").click();
    else if (event.target.matches?.(TYPING)) event.target.blur();
    hint("");
  };

  const pressed = (event) => {
    const key = named(event);
    const isTyping = event.target.matches?.(TYPING);
    if (key.startsWith("mod+")) return key === "mod+z" ? (isTyping ? null : "u") : key;
    if (isTyping || event.altKey || !document.body.hasAttribute("data-keys-on")) return null;
    return isOpen() && key !== "?" ? null : key;
  };

  // A box is only gone to, and from there to the next: Space ticks it, once it was seen what it stands beside.
  const goTo = (boxes) => {
    const box = boxes[(boxes.indexOf(document.activeElement) + 1) % boxes.length];
    for (let fold = box.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    box.focus();
  };

  const press = (key) => {
    const digit = /^[1-9]$/.test(key) ? key : 0;
    const reason = document.querySelector(`[data-reasons]:not([hidden]) [data-reason]:nth-of-type(${digit})`);
    const target = reason || carries(key);
    if (!target && !(key in NOTHING && carries("k"))) return false;
    if (hasSelection() && key !== "q" && !key.startsWith("mod+")) hint(SELECTED);
    else if (!target) hint(NOTHING[key]);
    else if (target.disabled) hint(target.title || "This is not open now.");
    else if (target.matches(TYPING)) target.focus();
    else if (target.type === "checkbox") { hint(""); goTo(all(key)); }
    else { hint(""); target.click(); }
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (!event.key || event.isComposing || event.repeat || event.defaultPrevented) return; // a browser that fills a field in names no key
    if (event.key === "Escape") { if (!isOpen()) escape(event); return; }
    const key = pressed(event);
    if (key && (isDeciding() || press(key))) event.preventDefault();
  });
})();
