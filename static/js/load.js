"use strict";
// Files dropped into the frame are put into its two fields: the JSON is the pack, anything else the article.
const frame = document.querySelector("form[data-drop]");

function give(input, file) {
  const held = new DataTransfer();
  held.items.add(file);
  input.files = held.files;
}

function over(event) {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  frame.toggleAttribute("data-over", event.type !== "drop");
}

frame?.addEventListener("dragover", over);
frame?.addEventListener("dragleave", () => frame.removeAttribute("data-over"));
frame?.addEventListener("drop", (event) => {
  over(event);
  for (const file of event.dataTransfer.files) {
    const input = frame.elements[file.name.toLowerCase().endsWith(".json") ? "pack" : "article"];
    if (input) give(input, file);
  }
});
