// Forms that search while somebody types.

import { Away, expected, isKept, load, main, show, target } from "./dom.js";

const patience = 300;
/** @type {number | undefined} */
let timer;
/** @type {AbortController | undefined} */
let running;

/** @param {Event} event */
function input(event) {
  const control = event.target;
  if (!(control instanceof HTMLInputElement || control instanceof
    HTMLSelectElement)) return;
  const form = control.form;
  if (!form || form.dataset.live === undefined) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => void search(form), patience);
}

/** @param {HTMLFormElement} form */
async function search(form) {
  running?.abort();
  running = new AbortController();
  const url = new URL(target(form), location.href);
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") {
      url.searchParams.append(name, value);
    }
  }
  try {
    main().setAttribute("aria-busy", "true");
    const page = await load(url.pathname + url.search, running.signal);
    // Kept for times without the server: the whole list, to look through here.
    if (isKept(page)) throw new Away();
    history.replaceState(history.state, "", url);
    show(page);
    narrow("");
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    expected(error);
    const field = form.querySelector("input[type=search], input[type=text]");
    narrow(field instanceof HTMLInputElement ? field.value : "");
  } finally {
    main().removeAttribute("aria-busy");
  }
}

/** @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "")
  .toLowerCase();

/**
 * Hides the plants of the page without these words.
 * @param {string} text
 */
export function narrow(text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  for (const row of main().querySelectorAll(".row, .card")) {
    if (!(row instanceof HTMLElement)) continue;
    const own = plain(row.textContent ?? "");
    row.hidden = !words.every((word) => own.includes(word));
  }
}

/** Begins to search. */
export function startSearch() {
  document.addEventListener("input", input);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.live === undefined
      || event.defaultPrevented) return;
    event.preventDefault();
    clearTimeout(timer);
    void search(form);
  });
}
