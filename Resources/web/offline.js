// What is kept for times without the server, and what waits to be sent.

import { here, isKept, main, make, target } from "./dom.js";
import { send } from "./actions.js";
import { ask, matters, reasons } from "./news.js";

const queue = globalThis.careQueue;

const ownerName = "owner";
let isLeaving = false;

/** Whether the session has ended, and the page goes to where people sign in. */
export const hasLeft = () => isLeaving;

/**
 * Keeps nothing any more, since the session has ended, and goes to where people
 * sign in. If it was not revoked, what waits stays for the same person.
 * @param {boolean} isRevoked
 */
async function leave(isRevoked) {
  if (isLeaving) return;
  isLeaving = true;
  const owner = main().dataset.owner;
  const isWaiting = !isRevoked && await queue.withdraw().catch(() => 0) > 0;
  if (isRevoked) await queue.forget();
  try {
    sessionStorage.clear();
    localStorage.clear();
    sessionStorage.setItem("left", isRevoked ? "revoked" : "ended");
    if (isWaiting && owner) localStorage.setItem(ownerName, owner);
  } catch { /* Nothing is kept, then. */ }
  location.replace(here());
}

/** Deletes everything personal. */
async function forget() {
  await queue.forget();
  try {
    sessionStorage.clear();
    localStorage.clear();
  } catch { /* Nothing is kept, then. */ }
  navigator.serviceWorker?.controller?.postMessage({ kind: "forget" });
}

/** Deletes what this browser keeps of somebody else, who was signed in before. */
export async function forgetOthers() {
  const owner = main().dataset.owner;
  if (!owner || isKept(document)) return;
  try {
    const before = localStorage.getItem(ownerName);
    if (before && before !== owner) {
      await queue.forget();
      localStorage.clear();
    }
    localStorage.setItem(ownerName, owner);
  } catch { /* Then nothing tells people apart. */ }
}

/**
 * Signs out, and asks first if something waits. Nothing stays, even if the
 * answer does not come.
 * @param {HTMLFormElement} form
 */
async function signOut(form) {
  const waiting = (await queue.all().catch(() => [])).filter(
    (action) => !action.doneAt);
  if (waiting.length > 0 && !await ask("Sign out?", [
    "Signing out deletes what waits here to be sent:",
    ...waiting.map((action) => action.label)])) return;
  await forget();
  form.submit();
}

/** The line that says that the server is away, or that something waits. */
function notice() {
  const found = document.getElementById("unsent");
  if (found) return found;
  const made = make("div", { id: "unsent", role: "status" });
  document.getElementById("main")?.before(made);
  return made;
}

let isAway = false;

/** Says how many actions wait, and which were refused. */
export async function noteWaiting() {
  let actions = [];
  try {
    actions = (await queue.all()).filter((action) => !action.doneAt);
  } catch {
    return;
  }
  const refused = actions.filter((action) => action.problem);
  const count = actions.length - refused.length;
  const parts = [];
  if (isAway) {
    const words = count > 0
      ? `Offline. ${count} ${count === 1 ? "action waits" : "actions wait"} to be sent.`
      : "Offline. You see what was kept here.";
    parts.push(make("p", { class: "notice" },
      make("a", { href: "/offline" }, words)));
  }
  for (const action of refused) parts.push(refusal(action));
  const shown = parts.map((part) => part.textContent).join("\n");
  const place = notice();
  // A region that says the same again would be read again.
  if (place.dataset.shown !== shown) {
    place.dataset.shown = shown;
    place.replaceChildren(...parts);
  }
  listWaiting(actions);
}

/**
 * What the server has refused, and what can be done about it.
 * @param {Action} action
 */
function refusal(action) {
  const { problem, key } = action;
  const question = problem?.kind === "needsAnswer" ? problem : undefined;
  const again = make("button", { type: "button", class: "button is-compact" },
    question ? question.answer ?? "Go on" : "Try again");
  const discard = make("button",
    { type: "button", class: "button is-plain is-compact" }, "Discard");
  for (const button of [again, discard]) {
    button.setAttribute("aria-description", action.label);
  }
  again.addEventListener("click", async () => {
    const { problem: _, ...rest } = action;
    const sure = /** @type {[string, string]} */ (["sure", "true"]);
    await queue.change(question
      ? { ...rest, fields: [...rest.fields, sure] } : rest);
    await send();
  });
  discard.addEventListener("click", async () => {
    await queue.discard(key);
    document.dispatchEvent(new CustomEvent("wish"));
    await noteWaiting();
  });
  return make("div", { class: "notice is-overdue refusal" },
    make("p", {}, make("strong", {}, `Not done: ${action.label}`)),
    ...question
      ? [make("p", {}, question.title), matters(question.details ?? [])]
      : [make("p", {}, reasons(problem).join(" "))],
    make("div", { class: "inline" }, again, discard));
}

/**
 * A moment as pages write it: "Thu 10 Dec 08:00".
 * @param {Date} date
 */
function moment(date) {
  /** @param {Intl.DateTimeFormatOptions} options */
  const part = (options) => date.toLocaleString("en-GB", options);
  return [part({ weekday: "short" }), String(date.getDate()),
    part({ month: "short" }).slice(0, 3),
    part({ hour: "2-digit", minute: "2-digit" })].join(" ");
}

/** Says which page is missing, as this one came in its place. */
function nameMissing() {
  const isPlace = main().querySelector("[data-offline='kept']");
  if (!isPlace || location.pathname === "/offline") return;
  const link = Array.from(document.querySelectorAll(".tabs a")).find((one) =>
    one.getAttribute("href") === location.pathname);
  const name = link?.textContent?.trim() ?? "The page that you opened";
  main().prepend(make("p", { class: "notice is-overdue", "data-script": "" },
    `${name} is not kept in this browser. `
    + "It will be once you have opened it while the server is there."));
}

/**
 * Fills the page that says what is kept and what waits.
 * @param {Action[]} actions
 */
function listWaiting(actions) {
  const place = main().querySelector("[data-offline='waiting']");
  if (!place) return;
  const waiting = actions.filter((action) => !action.problem);
  const list = make("ul", { class: "group", "data-script": "" },
    ...waiting.map((action) => make("li", { class: "row is-plain" },
      make("div", { class: "row-main" },
        make("strong", {}, action.label || action.path),
        make("p", { class: "note" },
          moment(new Date(action.at)))))));
  const rest = make("p", { class: "note" }, "Nothing waits.");
  place.replaceChildren(waiting.length > 0 ? list : rest);
  void listKept();
}

async function listKept() {
  const place = main().querySelector("[data-offline='kept']");
  if (!place || !("caches" in window)) return;
  const cache = await caches.open("pages");
  const links = [];
  for (const request of await cache.keys()) {
    const path = new URL(request.url);
    if (path.pathname === "/offline") continue;
    const text = await (await cache.match(request))?.text() ?? "";
    const title = /<title>([^<]*) · PlantGuide<\/title>/.exec(text)?.[1];
    const words = (title ?? path.pathname).replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">").replace(/&quot;/g, "\"").replace(/&#39;/g, "'")
      .replace(/&amp;/g, "&");
    links.push(make("li", { class: "row is-plain" }, make("a",
      { class: "row-name", href: path.pathname + path.search }, words)));
  }
  place.replaceChildren(links.length > 0
    ? make("ul", { class: "group", "data-script": "" }, ...links)
    : make("p", { class: "note" }, "No page is kept yet."));
}

// What people open before they have the server again.
const pages = ["/", "/upcoming?days=14", "/plants", "/offline"];
const keepingTime = 5 * 60_000;

function kept() {
  document.documentElement.dataset.kept = "true";
}

/** Gives the service worker what it shall keep. */
async function keep() {
  const { active } = await navigator.serviceWorker.ready;
  let isRecent = false;
  try {
    isRecent = Date.now() - Number(localStorage.getItem("kept")) < keepingTime;
  } catch { /* Then it is kept each time. */ }
  if (isRecent && navigator.serviceWorker.controller) {
    kept();
    return;
  }
  const assets = performance.getEntriesByType("resource")
    .map(({ name }) => name.replace(/#.*/, ""))
    .filter((name) => name.startsWith(location.origin));
  active?.postMessage({
    kind: "keep", pages: [here(), ...pages], assets: [...new Set(assets)],
  });
}

/** Lets the browser send what waits, where it can do so without a page. */
export async function sendInBackground() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register("queue");
}

/** Begins to keep things for times without the server. */
export function startOffline() {
  document.addEventListener("server", (event) => {
    const now = event instanceof CustomEvent && event.detail === false;
    if (now === isAway) return;
    isAway = now;
    void noteWaiting();
  });
  document.addEventListener("page", () => void noteWaiting());
  window.addEventListener("online", () => void send());
  window.addEventListener("offline", () =>
    document.dispatchEvent(new CustomEvent("server", { detail: false })));
  document.addEventListener("left", (event) =>
    void leave(event instanceof CustomEvent && event.detail === true));
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)
      || target(form) !== "/sign-out") return;
    event.preventDefault();
    void signOut(form);
  });
  isAway = !navigator.onLine || isKept(document);
  nameMissing();
  void noteWaiting();
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "kept") {
      try {
        localStorage.setItem("kept", String(Date.now()));
      } catch { /* Then it is kept each time. */ }
      kept();
    }
    if (data === "left" || data === "revoked") void leave(data === "revoked");
    if (data === "send") void send();
  });
  const path = "/service-worker.js";
  // Only this address becomes a script, whatever a page holds.
  const policy = window.trustedTypes?.createPolicy("plantguide", {
    createScriptURL: () => path,
  });
  navigator.serviceWorker
    .register(policy ? policy.createScriptURL("") : path)
    .then(keep).catch((error) => console.info(String(error)));
}
