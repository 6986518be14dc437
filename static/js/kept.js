// What a form sent is kept in this tab until an answer comes. Where none came, or only a log-in, its page brings it again.
(() => {
  const SENT = "sent";
  const WORDS = "textarea, select, input:is([type=text], [type=datetime-local], [type=number], [type=radio], [type=checkbox], :not([type]))";
  const fields = (form) => [...form.elements].filter((field) => field.name && field.matches(WORDS));
  const isTicked = (field) => field.type === "radio" || field.type === "checkbox";
  const who = () => document.querySelector(".bar__who bdi")?.textContent; // nobody else reads it who logs in here

  const keep = (form) => {
    const words = fields(form).map((field) => [field.name, isTicked(field) ? field.checked : field.value]);
    sessionStorage.setItem(SENT, JSON.stringify({ who: who(), action: form.action, words }));
  };

  // Gone back or loaded again, or come from the log-in: any other way here is an answer.
  const isUnanswered = () => performance.getEntriesByType("navigation")[0]?.type !== "navigate"
    || document.referrer.startsWith(`${location.origin}/login/`);

  const bring = ({ action, words }) => {
    const form = [...document.forms].find((one) => one.method === "post" && one.action === action);
    for (const [n, field] of form ? fields(form).entries() : []) {
      if (field.name !== words[n]?.[0]) continue;
      field[isTicked(field) ? "checked" : "value"] = words[n][1];
      for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
  };

  document.addEventListener("submit", (event) => {
    if (event.target.method === "post" && !event.target.action.endsWith("/logout/")) keep(event.target);
  });
  document.addEventListener("DOMContentLoaded", () => {
    const sent = JSON.parse(sessionStorage.getItem(SENT));
    sessionStorage.removeItem(SENT);
    if (sent?.who === who() && isUnanswered()) bring(sent);
  });
})();
