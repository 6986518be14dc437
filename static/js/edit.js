// A press on a section's id adds it to the cites of the chip being edited. Enter goes from the question on to the answer.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "q" || event.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // a question is one line
    document.getElementById("a")?.focus();
  });
  // Beside each section it is said whether the cites as they are typed have it.
  const typed = () => (document.getElementById("cites")?.value ?? "").split(/[\s,]+/).filter(Boolean);
  for (const kind of ["input", "drafted"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.id !== "cites") return;
      document.querySelectorAll("[data-uncited]").forEach((note) => { note.hidden = typed().includes(note.dataset.uncited); });
    });
  }
  // A sentence of another section is taken with its section: in the place of the only cite, before several.
  document.addEventListener("click", (event) => {
    const taken = event.target.closest("a:not([data-start])") ? null : event.target.closest(".elsewhere li")?.querySelector("[data-start]");
    const cites = document.getElementById("cites");
    if (!taken || !cites) return;
    const others = typed().length > 1 ? typed().filter((cite) => cite !== taken.dataset.cite) : [];
    cites.value = [taken.dataset.cite, ...others].join(" ");
    cites.dispatchEvent(new Event("input", { bubbles: true }));
    document.getElementById("why").focus();
  });
  document.addEventListener("click", (event) => {
    const added = event.target.closest("[data-add-cite]");
    const cites = document.getElementById("cites");
    if (!added || !cites) return;
    if (!typed().includes(added.dataset.addCite)) cites.value = [cites.value.trim(), added.dataset.addCite].filter(Boolean).join(" ");
    cites.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
