// A question is one line: Enter goes on from it to the answer.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "q" || event.isComposing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.getElementById("a")?.focus();
});
