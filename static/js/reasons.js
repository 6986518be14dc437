"use strict";
// A ready reason goes into the form's why field by its button. No digit stands for it: a reason may begin with one.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-reason]");
  if (!button) return;
  const field = button.form.elements.why;
  field.value = button.dataset.reason;
  field.focus();
});
