// Reading pages, and putting what is new into the one that is shown.

/** The content of the page. */
export function main() {
  const found = document.getElementById("main");
  if (!found) throw new Error("The page has no content.");
  return found;
}

/** The page's address, without what a form has added to it. */
export function here() {
  const url = new URL(location.href);
  url.searchParams.delete("did");
  url.hash = "";
  return url.pathname + url.search;
}

/** @param {string} name */
export const asset = (name) => new URL(name, import.meta.url).href;

/** A text that no other has. @returns {string} */
export function uniqueText() {
  // `randomUUID` needs a connection that cannot be overheard.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/**
 * Makes a symbol of the sprite.
 * @param {string} name
 * @param {string} [style]
 */
export function icon(name, style = "icon") {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const use = document.createElementNS(space, "use");
  svg.setAttribute("class", style);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", asset(`icons.svg#${name}`));
  svg.append(use);
  return svg;
}

/** Whether motion is wanted. */
export const moves = () =>
  !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where a form goes, with the button that sends it. Its property would be a field
 * of this name, if it has one.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} [control]
 */
export const target = (form, control) => new URL(
  control?.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
  location.href).pathname;

/** Nobody is signed in any more. */
export class SignedOut extends Error {}

/** The server cannot be reached, or cannot answer now. */
export class Away extends Error {}

/**
 * Takes the errors that the page itself shows. A fault of a script is none.
 * @param {unknown} error
 */
export function expected(error) {
  if (!(error instanceof SignedOut || error instanceof Away)) throw error;
}

/**
 * Whether the service worker has answered with a page that it keeps, instead of
 * the server.
 * @param {Document} page
 */
export const isKept = (page) => page.documentElement.dataset.from === "kept";

/**
 * Reads a page of this server. The request parses it itself and runs no script
 * of it, so no text ever becomes markup here.
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<Document>}
 */
export function load(path, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", path);
    request.responseType = "document";
    request.setRequestHeader("accept", "text/html");
    request.timeout = 15_000;
    const fail = (/** @type {string} */ reason) => {
      document.dispatchEvent(new CustomEvent("server", { detail: false }));
      reject(new Away(reason));
    };
    request.onload = () => {
      if (request.status === 401) {
        document.dispatchEvent(new CustomEvent("left", {
          detail: globalThis.careQueue.mustForget(
            request.getResponseHeader("clear-site-data")),
        }));
        reject(new SignedOut());
      } else if (request.responseXML?.getElementById("main")) {
        const page = request.responseXML;
        document.dispatchEvent(
          new CustomEvent("server", { detail: !isKept(page) }));
        resolve(page);
      } else {
        fail(`The server answered ${request.status}.`);
      }
    };
    request.onerror = request.ontimeout = () =>
      fail("The server cannot be reached.");
    request.onabort = () => reject(new DOMException("", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send();
  });
}

/**
 * What tells an element from its siblings.
 * @param {Element} element
 */
function identity(element) {
  const form = element instanceof HTMLFormElement ? sign(element) : "";
  const names = ["id", "data-plant", "data-script", "name", "href", "aria-label"]
    .map((name) => String(element.getAttribute(name)));
  // Rooms and folds are known by their names; their counts change.
  const heading = element.localName === "section"
    || element.localName === "details"
    ? words(element.querySelector("h2, h3, summary")) : "";
  return [element.localName, ...names, heading, form].join(" ");
}

/**
 * The words of an element, without numbers.
 * @param {Element | null} element
 */
const words = (element) =>
  (element?.textContent ?? "").replace(/[\s\d]+/g, " ").trim();

/**
 * What tells the action of a form from others: where it goes and what it holds,
 * without what differs each time.
 * @param {HTMLFormElement} form
 */
export function sign(form) {
  const own = ["form-token", "key", "back", "sure", "at"];
  const fields = Array.from(form.elements).flatMap((control) =>
    control instanceof HTMLInputElement && control.type === "hidden"
      && !own.includes(control.name) ? [`${control.name}=${control.value}`] : []);
  return [form.getAttribute("action"), ...fields].join("&");
}

/** @param {Element} old @param {Element} fresh */
function takeAttributes(old, fresh) {
  for (const { name } of Array.from(old.attributes)) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of Array.from(fresh.attributes)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * Gives an element the attributes and the children of another. The element that
 * has the focus, and those around it, stay the same, so that nobody who types or
 * listens notices.
 * @param {Element} old
 * @param {Element} fresh
 * @param {Element | null} focus
 */
function merge(old, fresh, focus) {
  // What a script has made is the script's.
  if (old.hasAttribute("data-script")) return;
  takeAttributes(old, fresh);
  if (old === focus && !old.firstElementChild) {
    if (!(old instanceof HTMLInputElement
      || old instanceof HTMLTextAreaElement)) {
      old.replaceChildren(...fresh.childNodes);
    }
    return;
  }
  const kept = focus && Array.from(old.children).find(
    (child) => child.contains(focus));
  const twin = kept && Array.from(fresh.children).find(
    (child) => identity(child) === identity(kept));
  if (!kept || !twin) {
    old.replaceChildren(...fresh.childNodes);
    return;
  }
  const children = Array.from(fresh.childNodes);
  const index = children.indexOf(twin);
  while (kept.previousSibling) kept.previousSibling.remove();
  while (kept.nextSibling) kept.nextSibling.remove();
  kept.before(...children.slice(0, index));
  kept.after(...children.slice(index + 1));
  merge(kept, twin, focus);
}

/**
 * Where the focus goes if what has it disappears.
 * @param {Element} focus
 */
function neighbours(focus) {
  const rows = Array.from(main().querySelectorAll(".row"));
  const row = focus.closest(".row");
  if (!row) return [];
  const index = rows.indexOf(row);
  const control = [".done", "[data-sheet]", "input"].find(
    (selector) => focus.matches(selector)) ?? ".row-name";
  return [...rows.slice(index), ...rows.slice(0, index).reverse()]
    .map((other) => ({ plant: other.getAttribute("data-plant"), control }));
}

/**
 * Shows the content of a page in place of the present one.
 * @param {Document} page
 */
export function show(page) {
  const fresh = page.getElementById("main");
  if (!fresh) return;
  const old = main();
  const active = document.activeElement;
  const focus = active && active !== old && old.contains(active)
    ? active : null;
  const others = focus ? neighbours(focus) : [];
  const open = Array.from(old.querySelectorAll("details[open] > summary"),
    words);
  for (const summary of fresh.querySelectorAll("details > summary")) {
    if (open.includes(words(summary))) {
      summary.parentElement?.setAttribute("open", "");
    }
  }
  document.dispatchEvent(new CustomEvent("beforepage", { detail: page }));
  document.adoptNode(fresh);
  merge(old, fresh, focus);
  document.title = page.title;
  if (focus && !document.contains(focus)) refocus(others);
  document.dispatchEvent(new CustomEvent("page"));
}

/** @param {{plant: string | null, control: string}[]} others */
function refocus(others) {
  for (const { plant, control } of others) {
    if (!plant) continue;
    const row = main().querySelector(`.row[data-plant="${CSS.escape(plant)}"]`);
    const found = row?.querySelector(control) ?? row?.querySelector("a, button");
    if (found instanceof HTMLElement) {
      found.focus({ preventScroll: true });
      return;
    }
  }
  const heading = main().querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** How long rows stay in place after a tap, in milliseconds. */
const restTime = 1_500;
let restsUntil = 0;

/** Whether rows stay in place, so that a second tap does not hit another. */
export const isResting = () => performance.now() < restsUntil;

/** Keeps rows in place for a moment. */
export const rest = (time = restTime) => {
  restsUntil = performance.now() + time;
};

/** Waits until rows may move again. */
export async function rested() {
  while (isResting()) {
    await new Promise((resolve) =>
      setTimeout(resolve, restsUntil - performance.now()));
  }
}

/** Whether somebody is in the middle of something. */
export function isBusy() {
  if (isResting()
    || document.querySelector("dialog[open], main video")) {
    return true;
  }
  return Array.from(main().querySelectorAll("input, textarea, select")).some(
    (control) => {
      if (control instanceof HTMLSelectElement) {
        const chosen = Array.from(control.options)
          .findIndex((option) => option.defaultSelected);
        return control.selectedIndex !== Math.max(0, chosen);
      }
      if (control instanceof HTMLTextAreaElement) {
        return control.value !== control.defaultValue;
      }
      if (!(control instanceof HTMLInputElement)) return false;
      if (control.closest("[data-script]") || control.form?.dataset.live
        !== undefined) {
        return control === document.activeElement && control.type === "search";
      }
      return control.value !== control.defaultValue
        || control.checked !== control.defaultChecked;
    });
}

let isLoading = false;
let isAsked = false;

/**
 * Reads the page again and shows what is new. Several wishes at once are one.
 * @param {() => boolean} [isWelcome] Whether it can be shown still.
 * @returns {Promise<boolean>} Whether it is shown, or will be.
 */
export async function refresh(isWelcome = () => true) {
  if (isLoading) {
    isAsked = true;
    return true;
  }
  let isShown = true;
  isLoading = true;
  try {
    do {
      isAsked = false;
      const path = here();
      const moment = Date.now();
      const page = await load(path);
      // What is shown is newer than what is kept.
      if (isKept(page)) throw new Away("The server cannot be reached.");
      await globalThis.careQueue.seen(moment).catch(() => {});
      // The address may have changed meanwhile.
      if (path !== here()) isAsked = true;
      else if (isWelcome()) show(page);
      else isShown = false;
    } while (isAsked);
    return isShown;
  } finally {
    isLoading = false;
  }
}
