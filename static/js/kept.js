// What a form sent is kept in this tab until an answer comes. Where none came, back or a reload of the page brings it again.
(() => {
  const SENT = "sent";
  const WORDS = "textarea, select, input:is([type=text], [type=datetime-local], [type=number], [type=radio], [type=checkbox], :not([type]))";
  const fields = (form) => [...form.elements].filter((field) => field.name && field.matches(WORDS));
  const isTicked = (field) => field.type === "radio" || field.type === "checkbox";

  const keep = (form) => {
    const words = fields(form).map((field) => [field.name, isTicked(field) ? field.checked : field.value]);
    sessionStorage.setItem(SENT, JSON.stringify({ action: form.action, words }));
  };

  const bring = ({ action, words }) => {
    const form = [...document.forms].find((one) => one.method === "post" && one.action === action);
    for (const [n, field] of form ? fields(form).entries() : []) {
      if (field.name !== words[n]?.[0]) continue;
      field[isTicked(field) ? "checked" : "value"] = words[n][1];
      for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
  };

  document.addEventListener("submit", (event) => { if (event.target.method === "post") keep(event.target); });
  document.addEventListener("DOMContentLoaded", () => {
    const sent = sessionStorage.getItem(SENT);
    sessionStorage.removeItem(SENT);
    if (sent && performance.getEntriesByType("navigation")[0]?.type !== "navigate") bring(JSON.parse(sent));
  });
})();
