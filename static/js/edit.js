// A press on a section's id adds it to the cites of the chip being edited. Enter goes from the question on to the answer.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "q" || event.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // a question is one line
    document.getElementById("a")?.focus();
  });
  document.addEventListener("click", (event) => {
    const added = event.target.closest("[data-add-cite]");
    const cites = document.getElementById("cites");
    if (!added || !cites) return;
    const known = cites.value.split(/[\s,]+/).filter(Boolean);
    if (!known.includes(added.dataset.addCite)) cites.value = [cites.value.trim(), added.dataset.addCite].filter(Boolean).join(" ");
    cites.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
