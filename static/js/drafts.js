// What is typed is kept in this browser until the act that it was typed for is recorded, and brought back to its writer alone:
// whoever judges next at the same machine must not read a first opinion in it.
(() => {
  const PREFIX = "draft:";
  const name = (input) => {
    const desk = document.getElementById("desk");
    return desk?.dataset.draft ? `${PREFIX}${desk.dataset.draft}/${input.name}` : null;
  };

  const keep = (input) => {
    const key = name(input);
    if (!key) return;
    if (input.value === input.defaultValue) localStorage.removeItem(key);
    else localStorage.setItem(key, input.value);
  };

  const bring = () => document.querySelectorAll("[data-draft-field]").forEach((input) => {
    const kept = name(input) && localStorage.getItem(name(input));
    if (kept === null || input.matches("[data-fresh]") || input.value !== input.defaultValue || document.querySelector("#desk [role=alert], #desk [aria-invalid]")) return;
    input.value = kept;
    input.dispatchEvent(new Event(input.id === "quote" ? "quoted" : "drafted", { bubbles: true })); // asked about again
    told(input);
  });

  // Left without saving: the chip is shown as it stands, so that an edit is kept is said there, and it can be let go.
  const EDITED = ["q", "a", "cites"];
  const keptEdit = () => {
    const desk = document.getElementById("desk");
    const names = desk?.dataset.draft ? EDITED.map((field) => `${PREFIX}${desk.dataset.draft}/${field}`) : [];
    return names.filter((key) => localStorage.getItem(key) !== null);
  };
  const offer = () => {
    const note = document.querySelector("[data-kept-edit]");
    if (note) note.hidden = keptEdit().length === 0;
  };

  // A draft brought back says so, and can be let go.
  const told = (input) => {
    const note = Object.assign(document.createElement("p"), { className: "drafted", textContent: "Brought back as you left it. " });
    const drop = Object.assign(document.createElement("button"), { type: "button", className: "button--link", textContent: "Discard it" });
    drop.addEventListener("click", () => {
      input.value = input.defaultValue;
      keep(input);
      note.remove();
      input.dispatchEvent(new Event("drafted", { bubbles: true }));
      input.focus();
    });
    note.append(drop);
    input.after(note);
  };

  // A recorded act raises the version, so an older version's drafts are over. A sealed opinion raises none.
  const sweep = () => {
    const { draft, sealed } = document.getElementById("desk")?.dataset ?? {};
    for (const key of Object.keys(localStorage)) {
      if (sealed && key.startsWith(`${PREFIX}${sealed}/`) || draft && isOlder(key, draft)) localStorage.removeItem(key);
    }
  };

  const isOlder = (key, draft) => {
    const at = draft.lastIndexOf("/") + 1;
    const start = PREFIX + draft.slice(0, at);
    return key.startsWith(start) && parseInt(key.slice(start.length), 10) < Number(draft.slice(at));
  };

  for (const kind of ["input", "draft"]) {
    document.addEventListener(kind, (event) => { if (event.target.matches?.("[data-draft-field]")) keep(event.target); });
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-discard-edit]")) return;
    keptEdit().forEach((key) => localStorage.removeItem(key));
    offer();
    document.getElementById("chip-q")?.focus({ preventScroll: true });
  });
  document.addEventListener("submit", (event) => {
    if (event.target.action.endsWith("/logout/")) Object.keys(localStorage).filter((k) => k.startsWith(PREFIX)).forEach((k) => localStorage.removeItem(k));
  });
  document.addEventListener("DOMContentLoaded", () => { sweep(); bring(); offer(); });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "desk") { sweep(); bring(); offer(); } });
})();
