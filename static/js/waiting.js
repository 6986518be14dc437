// From a press to its answer no more words are taken: the answer brings another chip, and would take them away.
(() => {
  const WORDS = "#desk :is(textarea, input:not([type])):not([readonly])";
  const LATE = "The desk has not answered yet. Your words are here until it does.";
  const isAct = (event) => event.detail.target?.id === "desk";
  const hint = (text) => document.dispatchEvent(new CustomEvent("hint", { detail: text }));
  let late = null;

  document.addEventListener("htmx:beforeSend", (event) => {
    if (!isAct(event)) return;
    document.querySelectorAll(WORDS).forEach((field) => { field.readOnly = field.dataset.waiting = true; });
    late = setTimeout(hint, 5000, LATE);
  });
  // Where none came, or one that is shown above the desk, they are written on.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isAct(event)) return;
    clearTimeout(late);
    hint("");
    document.querySelectorAll("#desk [data-waiting]").forEach((field) => {
      field.readOnly = false;
      delete field.dataset.waiting;
    });
  });
})();
