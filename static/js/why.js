// Hold and drop ask why, and whoever settles or publishes over a finding: without one, the ready reasons open, a digit picks one, and the act goes on.
(() => {
  const shown = () => document.querySelector("[data-reasons]:not([hidden])");

  const open = (act) => {
    document.querySelectorAll("[data-reasons]").forEach((box) => { box.hidden = box.dataset.reasons !== act; });
    shown()?.focus(); // The frame and not its first reason: Space, typed within a sentence, would decide with that one.
    offer();
  };

  // Own words typed while the reasons are open: the act that asked for them is offered, by button and by Ctrl+Enter.
  const offer = () => {
    const own = shown()?.querySelector("[data-own-reason]");
    if (own) own.hidden = !document.getElementById("why").value.trim();
  };

  document.addEventListener("input", (event) => { if (event.target.id === "why") offer(); });
  document.addEventListener("click", (event) => {
    const own = event.target.closest("[data-own-reason]");
    if (own) document.querySelector(`[data-needs-why="${own.closest("[data-reasons]").dataset.reasons}"]`)?.click();
  });

  // While the reasons are open no letter is a command: it begins the judge's own words, as does a digit that no reason has. A
  // dead key, or one that an input method takes, is heard out by the field. AltGr and Option write, other chords do not.
  const isChord = (event) => (event.ctrlKey || event.metaKey || event.altKey && /^[ -~]/.test(event.key))
    && !event.getModifierState("AltGraph");
  const picks = (key) => /^[1-9]$/.test(key) && shown().querySelector(`[data-reason]:nth-of-type(${key})`);

  document.addEventListener("keydown", (event) => {
    if (!event.key) return; // a browser that fills a field in
    if (!shown() || event.target.id === "why" || !document.body.hasAttribute("data-keys-on")) return;
    const isWord = [...event.key].length === 1 && event.key !== " " && !isChord(event) && !picks(event.key);
    if (isWord || event.key.startsWith("Arrow")) event.stopPropagation();
    if (isWord || /^(Dead|Process)$/.test(event.key)) document.getElementById("why").focus();
  }, true);

  // Refused for want of a reason: Ctrl+Enter in that field presses the same act again. Else no act was asked for yet, and no
  // key that saves an edit may publish: it is said what does.
  const NEXT = "Publish, Hold or Drop decides with this reason; by key: Esc, then A, H or X.";
  let last = "";
  document.addEventListener("click", (event) => { last = event.target.closest(".acts [data-key]")?.dataset.key || last; }, true);
  document.addEventListener("keydown", (event) => {
    const isMeant = event.key === "Enter" && event.target.matches("#decide:not([data-editing]) #why");
    if (!isMeant || event.isComposing || shown()) return;
    event.preventDefault();
    const isAgain = (event.ctrlKey || event.metaKey) && event.target.matches("[aria-invalid]");
    if (isAgain) document.querySelector(`.acts [data-key="${last}"]`)?.click();
    else document.dispatchEvent(new CustomEvent("hint", { detail: NEXT }));
  });

  // Publish asks why over what is ticked, and always where two disagree.
  const isAsked = (act) => act.dataset.whyWhen !== "over" || document.querySelector("#decide [name=override]:checked");

  // Before htmx hears of the press: an act that needs a reason waits for it.
  document.addEventListener("click", (event) => {
    const act = event.target.closest("[data-needs-why]");
    const why = document.getElementById("why");
    if (!act || !why || why.value.trim() || !isAsked(act)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(act.dataset.needsWhy);
  }, true);

  document.addEventListener("click", (event) => {
    const picked = event.target.closest("[data-reason]");
    if (!picked) return;
    document.getElementById("why").value = picked.dataset.reason;
    const act = picked.closest("[data-reasons]").dataset.reasons;
    open("");
    document.querySelector(`[data-needs-why="${act}"]`)?.click();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shown()) return;
    event.preventDefault();
    const act = shown().dataset.reasons;
    open("");
    document.querySelector(`[data-needs-why="${act}"]`)?.focus();
  }, true);
})();
