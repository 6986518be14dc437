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

// What is said of the files comes into this page, which alone can keep them chosen.
const AGAIN = "What you chose is still chosen: press again, and what was loaded already is not loaded twice.";

function tell(text) {
  const notice = document.createElement("section");
  notice.className = "notice notice--bad";
  notice.setAttribute("role", "alert");
  notice.append(Object.assign(document.createElement("p"), { textContent: text }));
  document.getElementById("said").replaceChildren(notice);
  notice.scrollIntoView({ block: "nearest" });
}

// A file that was written since it was chosen is one that the browser will not read any more.
async function changed() {
  for (const input of frame.querySelectorAll("input[type=file]")) {
    for (const file of input.files) {
      try { await file.slice(0, 1).arrayBuffer(); } catch { return input; }
    }
  }
  return null;
}

async function unsent() {
  const input = await changed();
  if (!input) return tell(`The network is gone. ${AGAIN}`);
  tell(`${input.files[0].name} was changed or moved since you chose it, so nothing was sent: choose it again.`);
  input.value = "";
  input.focus();
}

frame?.addEventListener("htmx:sendError", unsent);
frame?.addEventListener("htmx:responseError", () => tell(`The server could not answer. ${AGAIN}`));
document.getElementById("said")?.addEventListener("htmx:afterSwap", (event) => event.currentTarget.scrollIntoView({ block: "nearest" }));
