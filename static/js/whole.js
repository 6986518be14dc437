// A selection made with the mouse grows to whole words, which are what is quoted; with Alt held it stays as it was made.
// Words are read as in reviews/core/half.py.
(() => {
  const WORD = /[\p{L}\p{M}\p{N}_]+(?:[.,'’-][\p{L}\p{M}\p{N}_]+)*/gu;
  const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

  // The word of a text that has this place inside it.
  const around = (node, place) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.parentElement.closest(".section__text")) return null;
    const found = [...node.data.matchAll(WORD)].find(({ 0: word, index }) => index < place && place < index + word.length);
    return found && !UNSPACED.test(found[0]) ? [found.index, found.index + found[0].length] : null;
  };

  const grow = () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return;
    const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
    const [begun, ended] = [around(startContainer, startOffset), around(endContainer, endOffset)];
    if (begun || ended) selection.setBaseAndExtent(startContainer, begun?.[0] ?? startOffset, endContainer, ended?.[1] ?? endOffset);
  };

  // Only after the press is the selection what it will be.
  document.addEventListener("pointerup", (event) => { if (event.pointerType === "mouse" && !event.altKey) setTimeout(grow); });
})();
