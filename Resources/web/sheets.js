// Links that open a page within this one.

import { load, make, SignedOut } from "./dom.js";
import { openDialog } from "./news.js";

const patience = 150;

/** @param {MouseEvent} event */
function click(event) {
  const link = event.target instanceof Element
    ? event.target.closest("a[data-sheet]") : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey
    && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain
    || event.defaultPrevented) return;
  event.preventDefault();
  void open(link);
}

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const content = make("div", { class: "sheet-content" });
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  const begin = (/** @type {string} */ title) => {
    dialog = openDialog(title, [content], "sheet");
    return dialog;
  };
  const stop = new AbortController();
  const timer = setTimeout(() => {
    content.setAttribute("aria-busy", "true");
    content.append(...Array.from({ length: 6 }, () =>
      make("div", { class: "skeleton" })));
    begin("One moment").addEventListener("close", () => stop.abort());
  }, patience);
  try {
    const page = await load(link.href, stop.signal);
    clearTimeout(timer);
    const shown = document.adoptNode(page.getElementById("main")
      ?? make("main"));
    const heading = shown.querySelector("h1");
    const title = heading?.textContent ?? page.title;
    heading?.remove();
    // The sheet has its own way back.
    shown.querySelector(".way-back")?.remove();
    for (const head of shown.querySelectorAll("header.masthead")) {
      if (!head.textContent?.trim()) head.remove();
    }
    content.removeAttribute("aria-busy");
    content.replaceChildren(...shown.childNodes);
    const opened = dialog ?? begin(title);
    const words = opened.querySelector("#dialog-title");
    if (words) words.textContent = title;
    opened.addEventListener("close", () => {
      if (link.isConnected) link.focus({ preventScroll: true });
    });
  } catch (error) {
    clearTimeout(timer);
    if (error instanceof SignedOut || stop.signal.aborted) return;
    location.assign(link.href);
  }
}

/** Begins to open sheets. */
export function startSheets() {
  document.addEventListener("click", click);
}
