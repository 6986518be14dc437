// A form that a script sends (hx-post) says on top of itself that no answer came: the page stays, with what was typed.
(() => {
  const AGAIN = "What you typed is still here: press again, and what was recorded already is not recorded twice.";

  const say = (event, text) => {
    const form = event.detail.requestConfig.elt;
    if (!form.matches("form")) return; // a list of slugs that did not come keeps nobody from anything
    form.querySelector("[data-unanswered]")?.remove();
    const notice = document.createElement("p");
    notice.className = "notice notice--bad";
    notice.setAttribute("role", "alert");
    notice.dataset.unanswered = "";
    notice.textContent = `${text} ${AGAIN}`;
    form.prepend(notice);
    notice.scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("htmx:sendError", (event) => say(event, "The network is gone."));
  document.addEventListener("htmx:timeout", (event) => say(event, "The desk does not answer."));
  document.addEventListener("htmx:responseError", (event) => say(event, "The server could not answer."));
  // The proxy answers in plain words where the desk is away: they are no part of this page.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status !== 503 || (xhr.getResponseHeader("Content-Type") ?? "").startsWith("text/html")) return;
    event.detail.shouldSwap = false;
    say(event, "The desk is not there just now.");
  });
})();
