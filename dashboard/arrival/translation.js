/**
 * Browsers that translate a page put elements of their own in the place of its texts. React knows
 * nothing of it: what it removes is not there, and what it changes is no longer on the page. Here
 * is remembered what stands for which text, so that a change reaches it.
 */

export function keepTexts() {
  /** @type {WeakMap<Node, Element>} */
  const stands = new WeakMap();
  /** @param {Node} parent @param {Node} child */
  const inPlace = (parent, child) => {
    if (child.parentNode === parent) return child;
    const other = stands.get(child);
    return other && other.parentNode === parent ? other : null;
  };

  const observer = new MutationObserver((records) => {
    for (const {
      type,
      target,
      addedNodes,
      removedNodes,
      previousSibling,
      nextSibling,
    } of records) {
      if (type === "characterData") {
        const other = stands.get(target);
        if (other) other.textContent = target.nodeValue;
        continue;
      }
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode !== null) continue;
        const other = [...addedNodes, previousSibling, nextSibling].find(
          (node) => node instanceof Element && node.nodeName === "FONT",
        );
        if (!other) continue;
        stands.set(text, /** @type {Element} */ (other));
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { removeChild, insertBefore } = Node.prototype;
  /** @type {any} */ (Node.prototype).removeChild = function (/** @type {Node} */ child) {
    const found = inPlace(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
  /** @type {any} */ (Node.prototype).insertBefore = function (
    /** @type {Node} */ node,
    /** @type {Node | null} */ before,
  ) {
    return insertBefore.call(this, node, before && inPlace(this, before));
  };
}
