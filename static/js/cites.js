// The cites of the chip being edited, as they stand in their field: a press adds to them, and beside each section it is said
// whether it is one of them.
(() => {
  const field = () => document.getElementById("cites");
  const typed = () => (field()?.value ?? "").split(/[\s,]+/).filter(Boolean);
  const write = (cites) => {
    field().value = cites;
    field().dispatchEvent(new Event("input", { bubbles: true }));
  };

  for (const kind of ["input", "drafted"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.id !== "cites") return;
      document.querySelectorAll("[data-uncited]").forEach((note) => { note.hidden = typed().includes(note.dataset.uncited); });
    });
  }
  document.addEventListener("click", (event) => {
    const added = event.target.closest("[data-add-cite]")?.dataset.addCite;
    if (added && field()) write(typed().includes(added) ? field().value : [field().value.trim(), added].filter(Boolean).join(" "));
  });
  // A sentence of another section is taken with its section: in the place of the only cite, before several.
  document.addEventListener("click", (event) => {
    const isAway = event.target.closest("a:not([data-start])"); // the link to the sentence's section
    const taken = isAway ? null : event.target.closest(".elsewhere li")?.querySelector("[data-start]")?.dataset.cite;
    if (!taken || !field()) return;
    const others = typed().length > 1 ? typed().filter((cite) => cite !== taken) : [];
    write([taken, ...others].join(" "));
    document.getElementById("why").focus();
  });
})();
