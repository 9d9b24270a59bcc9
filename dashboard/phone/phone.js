/** The bar at the bottom of a phone, and the sheet that it opens: Streamlit's sidebar. */

/** @import { Component } from "../types.d.ts" */

const NARROW = 640; // px, as in app.css
const OPEN = "sheet-open"; // on the page, as in app.css: the buttons are not to lie over its cross
const SHARE = ".st-key-share button:not(.st-key-presenting *)";
const SWIPE = { along: 60, across: 40 }; // px

/** @param {string} selector */
const seek = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));
const sheet = () => seek('[data-testid="stSidebar"]');
const isOpen = () => sheet()?.dataset.collapsed === "false";
const close = () => seek('[data-testid="stSidebarCollapseButton"] button')?.click();
const open = () => seek('[data-testid="stExpandSidebarButton"]')?.click();

/**
 * Streamlit's own link to a page: following it keeps the session.
 * @param {string} page
 */
function linkTo(page) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('a[data-testid="stSidebarNavLink"]');
  return [...links].find(({ pathname }) => (pathname.split("/").at(-1) ?? "") === page);
}

/** Close the sheet where a page was chosen in it, or a finger pushed it away. @param {AbortSignal} signal */
function closing(signal) {
  const isNarrow = () => window.innerWidth <= NARROW;
  document.addEventListener(
    "click",
    ({ target }) => {
      const chosen =
        target instanceof Element && target.closest('[data-testid="stSidebarNavLink"]');
      if (chosen && isNarrow() && isOpen()) close();
    },
    { signal },
  );
  /** @type {Touch | null} */
  let from = null;
  document.addEventListener(
    "touchstart",
    ({ target, touches }) => {
      const inside = target instanceof Element && sheet()?.contains(target);
      const slides = target instanceof Element && target.closest('[data-testid="stSlider"], input');
      from = inside && !slides && touches.length === 1 ? touches[0] : null;
    },
    { signal, passive: true },
  );
  document.addEventListener(
    "touchend",
    ({ changedTouches: [to] }) => {
      if (from === null) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = null;
      if (x < -SWIPE.along && Math.abs(y) < SWIPE.across && isNarrow() && isOpen()) close();
    },
    { signal, passive: true },
  );
}

/**
 * Bring up the device's own sheet to send the link with, where it has one. The app's dialog opens
 * as well: there are the other ways, for who closes that sheet. Who has sent it needs neither.
 * @param {() => string} link
 * @param {AbortSignal} signal
 */
function sharing(link, signal) {
  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: link() });
      seek('[role="dialog"] button[aria-label="Close"]')?.click();
    } catch {
      // closed, or not allowed here: the dialog is there
    }
  };
  document.addEventListener(
    "click",
    ({ target }) => {
      const chosen = target instanceof Element && target.closest(SHARE);
      const hasSheet = "share" in navigator && window.matchMedia("(pointer: coarse)").matches;
      if (chosen && hasSheet && link() !== "") share();
    },
    { signal },
  );
}

/** @type {WeakMap<ParentNode, AbortController>} */
const bound = new WeakMap();
/** The link to what is on the page. @type {WeakMap<ParentNode, string>} */
const links = new WeakMap();

/**
 * Streamlit's entry point: called on mount, and again on the same element for whatever changes.
 * @param {Component<{page: string, link: string}>} component
 */
export default function mount({ data, parentElement }) {
  const more = /** @type {HTMLElement} */ (parentElement.querySelector('[data-part="more"]'));
  if (!bound.has(parentElement)) {
    const done = new AbortController();
    bound.set(parentElement, done);
    const { signal } = done;
    parentElement.addEventListener(
      "click",
      (event) => {
        const link = /** @type {Element} */ (event.target).closest("a");
        const its = link && linkTo(link.dataset.page ?? "");
        if (!its) return;
        event.preventDefault();
        its.click();
        if (isOpen()) close();
      },
      { signal },
    );
    more.addEventListener("click", () => (isOpen() ? close() : open()), { signal });
    closing(signal);
    sharing(() => links.get(parentElement) ?? "", signal);
    const say = () => {
      more.setAttribute("aria-expanded", String(isOpen()));
      document.documentElement.classList.toggle(OPEN, isOpen());
    };
    const seen = new MutationObserver(say);
    const options = { attributes: true, attributeFilter: ["data-collapsed"] };
    const watch = () => {
      const its = sheet();
      if (its) seen.observe(its, options);
    };
    watch();
    signal.addEventListener("abort", () => seen.disconnect());
    say();
  }
  links.set(parentElement, data[0].link);
  for (const link of parentElement.querySelectorAll("a")) {
    if (link.dataset.page === data[0].page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  return () => {
    bound.get(parentElement)?.abort();
    bound.delete(parentElement);
  };
}
