"use strict";
// A ready reason goes into the form's why field: by its button, or by its digit while that field is empty.
function take(button) {
  const field = button.form.elements.why;
  field.value = button.dataset.reason;
  field.focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-reason]");
  if (button) take(button);
});

document.addEventListener("keydown", (event) => {
  const field = event.target;
  const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing);
  if (field.name !== "why" || field.value || !isPlain || !/^[1-9]$/.test(event.key)) return;
  const button = field.form.querySelectorAll("button[data-reason]")[event.key - 1];
  if (!button) return;
  event.preventDefault();
  take(button);
});
