// Keys press the buttons and links that carry them (data-key). They never decide while somebody types or waits.
(() => {
  const ARROWS = { ArrowRight: "j", ArrowLeft: "k" };
  const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

  const named = (event) => {
    const key = ARROWS[event.key] || event.key.toLowerCase();
    const mod = event.ctrlKey || event.metaKey;
    if (mod) return `mod+${event.shiftKey ? "shift+" : ""}${key}`;
    return key;
  };

  const isBusy = () => document.querySelector(".htmx-request") !== null;
  const isOpen = () => document.querySelector("dialog[open], [popover]:popover-open") !== null;
  const hasSelection = () => {
    const selection = getSelection();
    return selection && !selection.isCollapsed && selection.anchorNode?.parentElement?.closest(".sections");
  };

  const pressed = (event) => {
    const key = named(event);
    const isTyping = event.target.matches?.(TYPING);
    if (key === "escape") return isTyping || !isOpen() ? "escape" : null;
    if (key.startsWith("mod+")) return key === "mod+z" ? (isTyping ? null : "u") : key;
    if (isTyping || event.altKey || !document.body.hasAttribute("data-keys-on")) return null;
    if (isOpen() && key !== "?") return null;
    if (hasSelection() && key !== "q") return null;
    return key;
  };

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.repeat || isBusy() || event.defaultPrevented) return;
    const key = pressed(event);
    if (!key) return;
    const reason = document.querySelector(`[data-reasons]:not([hidden]) button:nth-of-type(${/^[1-9]$/.test(key) ? key : 0})`);
    const target = reason || document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!target || target.disabled) return;
    event.preventDefault();
    if (target.matches(TYPING)) target.focus();
    else target.click();
  });
})();
