// Forms that act, in place: shown as done at once, sent by the queue, and undone
// from the message.

import { expected, here, isKept, isResting, load, main, make, moves, refresh,
  rest, rested, sign, target, uniqueText } from "./dom.js";
import { drops } from "./motion.js";
import { ask, reasons, tell } from "./news.js";
import { hasLeft, noteWaiting, sendInBackground } from "./offline.js";

const queue = globalThis.careQueue;
const channel = "BroadcastChannel" in globalThis
  ? new BroadcastChannel("plantguide") : null;

/**
 * The forms of this tab that wait for an answer, by their keys.
 * @type {Map<string, HTMLFormElement>}
 */
const forms = new Map();

/** The latest action of this session, for the key `z`. */
const undoName = "undo";

/** The token of the page's forms. */
const token = () => main().dataset.key ?? "";

/**
 * Whether a form acts in place. An invitation and the address of a calendar have
 * a page of their own, as they are shown once. So has an identification, which
 * nobody wants any more when a queue sends it hours later.
 * @param {EventTarget | null} form
 * @returns {form is HTMLFormElement}
 */
const acts = (form) => form instanceof HTMLFormElement
  && target(form).startsWith("/do/")
  && !["/do/household", "/do/calendars", "/do/identifications"]
    .includes(target(form));

/** @param {SubmitEvent} event */
function submit(event) {
  const form = event.target;
  if (form instanceof HTMLFormElement
    && target(form) === "/do/identifications") {
    identify(form, event);
    return;
  }
  if (!acts(form) || event.defaultPrevented) return;
  event.preventDefault();
  const control = event.submitter instanceof HTMLButtonElement
    ? event.submitter : null;
  // A second tap, before the page shows the first. Buttons with names are
  // actions of their own.
  const sent = control?.name ? control : form;
  if (sent.dataset.state) return;
  sent.dataset.state = "sent";
  void perform(form, control);
}

/**
 * Lets a form be sent again.
 * @param {HTMLFormElement} form
 */
function release(form) {
  delete form.dataset.state;
  for (const button of form.querySelectorAll("button")) {
    delete button.dataset.state;
  }
}

// As much as the server takes, less the rest of the form.
const mostBytes = (30 << 20) - (64 << 10);

/**
 * Complains if a form holds more than the server takes, which would end the
 * connection and look like no network.
 * @param {HTMLFormElement} form
 * @param {FormDataEntryValue[]} values
 */
function isTooLarge(form, values) {
  const size = values.reduce((sum, value) =>
    sum + (typeof value === "string" ? 0 : value.size), 0);
  if (size <= mostBytes) return false;
  complain(form, {
    title: `These photos have ${Math.ceil(size / 1e6)} MB together, and at`
      + ` most ${Math.floor(mostBytes / 1e6)} MB can be sent at once`,
    remedy: "send them in several parts",
  });
  return true;
}

/**
 * Lets a form for identification load its page, which may take a minute.
 * @param {HTMLFormElement} form
 * @param {SubmitEvent} event
 */
function identify(form, event) {
  const values = Array.from(new FormData(form), ([, value]) => value);
  if (form.dataset.state || isTooLarge(form, values)) {
    event.preventDefault();
    return;
  }
  form.dataset.state = "sent";
  const news = make("p", { class: "note", role: "status", "data-script": "" });
  form.append(news);
  news.textContent = "Looking at the photos…";
  window.addEventListener("pagehide", () => {
    release(form);
    news.remove();
  }, { once: true });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} control
 */
async function perform(form, control) {
  const own = ["form-token", "key", "back"];
  const hasFiles = form.enctype === "multipart/form-data";
  const data = new FormData(form);
  if (control?.name) data.append(control.name, control.value);
  const fields = Array.from(data).filter(([name]) => !own.includes(name));
  if (isTooLarge(form, fields.map(([, value]) => value))) {
    delete form.dataset.state;
    return;
  }
  /** @type {Action} */
  const action = {
    key: uniqueText(), path: target(form, control), fields, hasFiles,
    token: token(), at: Date.now(), label: label(form, control),
    sign: sign(form), isLate: !navigator.onLine, plant: chosenPlant(form),
  };
  forms.set(action.key, form);
  try {
    // Whatever is shown as done is on the disk, so nothing can lose it.
    await queue.add(action);
  } catch (error) {
    // Without a database, as in some private windows, the form goes out itself.
    console.warn(error);
    forms.delete(action.key);
    release(form);
    if (control) {
      form.setAttribute("action", target(form, control));
      form.append(make("input",
        { type: "hidden", name: control.name, value: control.value }));
    }
    form.submit();
    return;
  }
  mark(form, action, control);
  if (action.isLate) {
    document.dispatchEvent(new CustomEvent("server", { detail: false }));
    later(action);
  }
  void send();
}

/**
 * What a form does, in the words of its button.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} control
 */
function label(form, control) {
  const button = control ?? form.querySelector("button");
  const words = button?.getAttribute("aria-label") ?? button?.textContent ?? "";
  return words.replace(/^Done: /, "").replace(/\s+/g, " ").trim();
}

/**
 * The id of the plant that a form holds, or of the one whose name it holds, if
 * its list of names tells it.
 * @param {HTMLFormElement} form
 */
function chosenPlant(form) {
  const choice = form.querySelector("select[name=plant]");
  if (choice instanceof HTMLSelectElement) return choice.value || undefined;
  const field = form.querySelector("input[name=plant][list]");
  if (!(field instanceof HTMLInputElement)) return undefined;
  const list = field.list?.querySelectorAll("option") ?? [];
  return Array.from(list).find(
    (option) => option.value === field.value)?.dataset.plant;
}

/** Sends what waits. */
export async function send() {
  if (hasLeft()) return;
  const isComplete = await queue.drain(async (news, action) => {
    channel?.postMessage({ news, action });
    await settle(news, action);
  }, token());
  document.dispatchEvent(new CustomEvent("server", { detail: isComplete }));
  await noteWaiting();
}

/**
 * Shows what became of an action.
 * @param {News} news
 * @param {Action} action
 */
async function settle(news, action) {
  const form = forms.get(news.key);
  switch (news.outcome) {
    case "left":
      document.dispatchEvent(
        new CustomEvent("left", { detail: news.isRevoked ?? false }));
      return;
    case "away":
      document.dispatchEvent(new CustomEvent("server", { detail: false }));
      if (form) later(action);
      return;
    case "refused":
      forms.delete(news.key);
      if (form) void refused(form, action, news.problem, news.status);
      return;
    case "done":
      forms.delete(news.key);
      if (form) void succeeded(form, news.receipt);
      else document.dispatchEvent(new CustomEvent("wish"));
  }
}

// What another tab has sent for this one.
channel?.addEventListener("message", ({ data }) => {
  if (!data.news) return;
  void settle(data.news, data.action);
  void noteWaiting();
});

/**
 * @param {HTMLFormElement} form
 * @param {News["receipt"]} receipt
 */
async function succeeded(form, receipt) {
  const undo = receipt?.undo ? receipt.undo.split("=").pop() : undefined;
  const isUndo = target(form) === "/do/undo";
  try {
    if (undo && !receipt?.undone) sessionStorage.setItem(undoName, undo);
    else sessionStorage.removeItem(undoName);
  } catch { /* Then the message alone undoes it. */ }
  const back = form.querySelector("input[name=back]");
  // Whoever added a plant goes on with it.
  const made = /^\/do\/(plants|identifications\/[^/]+\/add)$/.test(target(form))
    ? receipt?.made?.find(({ type }) => type === "plant") : undefined;
  const next = made ? `/plants/${made.id}`
    : back instanceof HTMLInputElement ? back.value : here();
  const sheet = form.closest("dialog");
  sheet?.close();
  // The page below a sheet is where people are already.
  if (!sheet && next !== here()) {
    try {
      sessionStorage.setItem("news", JSON.stringify(
        { lines: receipt?.lines ?? [], undo, undone: receipt?.undone }));
    } catch { /* The page shows what happened without words. */ }
    location.assign(next);
    return;
  }
  form.reset();
  say(receipt?.lines ?? [], undo, receipt?.undone);
  // A row that moves up would take the second tap of an impatient finger.
  const ticked = main().querySelectorAll(".is-ticked");
  if (isUndo) {
    rest(0);
  } else if (ticked.length > 0) {
    await rested();
    for (const row of ticked) row.classList.add("is-leaving");
    if (moves()) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    // Another tap may hold its row in place meanwhile.
    do await rested();
    while (!await refresh(() => !isResting()));
  } catch (error) {
    expected(error);
  }
  release(form);
}

/**
 * @param {string[]} lines
 * @param {string} [undo]
 * @param {boolean} [isUndo] Whether it was an undo, so that it can be redone.
 */
function say(lines, undo, isUndo) {
  if (lines.length === 0) return;
  const shown = lines.length > 2
    ? [`${lines[0]}, and ${lines.length - 1} more`] : lines;
  const text = isUndo ? "Redo" : "Undo";
  tell(shown, undo ? { text, act: () => takeBack(undo, text) } : undefined);
}

/** Says what happened before this page was opened by an action. */
export function sayKept() {
  try {
    const kept = sessionStorage.getItem("news");
    sessionStorage.removeItem("news");
    if (!kept) return;
    const { lines, undo, undone } = JSON.parse(kept);
    say(lines, undo, undone);
  } catch { /* Nothing is kept. */ }
}

/**
 * Undoes an action; undoing an undo redoes it.
 * @param {string} action
 * @param {string} [words]
 */
function takeBack(action, words = "Undo") {
  const form = make("form",
    { method: "post", action: "/do/undo", hidden: "" },
    make("input", { type: "hidden", name: "action", value: action }),
    make("button", {}, words));
  document.body.append(form);
  form.requestSubmit();
  form.remove();
}

/** Undoes the latest action of this session. @returns {boolean} */
export function undoLatest() {
  try {
    const action = sessionStorage.getItem(undoName);
    if (!action) return false;
    sessionStorage.removeItem(undoName);
    takeBack(action);
    return true;
  } catch {
    return false;
  }
}

/**
 * The server asks or refuses.
 * @param {HTMLFormElement} form
 * @param {Action} action
 * @param {Problem | undefined} problem
 * @param {number | undefined} status
 */
async function refused(form, action, problem, status) {
  unmark(form);
  // What was sent late is answered for in the list of what waits.
  if (action.isLate) return;
  await queue.discard(action.key);
  await noteWaiting();
  const mustAsk = problem?.kind === "needsAnswer";
  if (mustAsk
    && !await ask(problem.title, problem.details ?? [], problem.answer)) return;
  if (!mustAsk && !(status === 403 && await isRenewed())) {
    complain(form, problem);
    return;
  }
  const { place: _, problem: __, ...again } = action;
  const fields = /** @type {Action["fields"]} */ (
    mustAsk ? [...action.fields, ["sure", "true"]] : action.fields);
  const next = { ...again, key: uniqueText(), fields };
  forms.set(next.key, form);
  form.dataset.state = "sent";
  await queue.add(next);
  mark(form, next);
  void send();
}

/**
 * Whether the token of forms is another one now, because the same reader has
 * signed in again in another tab. Another reader's page is loaded anew.
 */
async function isRenewed() {
  try {
    const fresh = (await load(here())).getElementById("main");
    const key = fresh?.dataset.key;
    if (!fresh || !key || key === token()) return false;
    if (fresh.dataset.owner !== main().dataset.owner) {
      location.reload();
      return false;
    }
    main().dataset.key = key;
    return true;
  } catch (error) {
    expected(error);
    return false;
  }
}

/**
 * Says why a form was refused: at the field that is wrong, or else above all of
 * them. The focus goes there, as the button may be far below.
 * @param {HTMLFormElement} form
 * @param {Problem | undefined} problem
 */
function complain(form, problem) {
  const words = reasons(problem);
  const field = form.querySelector(
    "input:not([type=hidden], [type=checkbox], [type=radio]), textarea");
  if (!field || !form.isConnected) {
    tell(words);
    return;
  }
  form.querySelector("[role=alert]")?.remove();
  form.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
  const alert = make("p", { id: "refusal", class: "notice is-overdue",
    role: "alert", tabindex: "-1" }, words.join(" "));
  const wrong = Array.from(form.elements).find((control) =>
    control.matches(":not([type=hidden], button)")
    && control.getAttribute("name") === problem?.field);
  const place = wrong?.closest(".field");
  if (!(wrong instanceof HTMLElement) || !place) {
    form.prepend(alert);
    alert.focus();
    return;
  }
  place.append(alert);
  place.closest("details")?.setAttribute("open", "");
  wrong.setAttribute("aria-invalid", "true");
  wrong.setAttribute("aria-describedby", alert.id);
  wrong.focus();
  alert.scrollIntoView({ block: "nearest" });
}

// MARK: Showing it as done

/**
 * The rows that an action completes: those all of whose tasks it names.
 * @param {HTMLFormElement} form
 * @param {Action["fields"]} fields
 * @returns {Element[]}
 */
function rows(form, fields) {
  const row = form.closest(".row");
  if (row) return form.querySelector(".done") ? [row] : [];
  const items = new Set(fields.flatMap(([name, value]) =>
    name === "item" ? [value] : []));
  if (items.size === 0) return [];
  return Array.from(main().querySelectorAll(".row")).filter((one) => {
    const named = one.querySelectorAll("input[name=item]");
    return named.length > 0 && Array.from(named).every((input) =>
      input instanceof HTMLInputElement && items.has(input.value));
  });
}

/**
 * Shows an action as done, before the server answers.
 * @param {HTMLFormElement} form
 * @param {Action} action
 * @param {HTMLButtonElement | null} [control]
 */
function mark(form, action, control) {
  if (control?.matches(".tag")) {
    control.setAttribute("aria-pressed", "true");
    if (control.matches(".is-watering")) drops(control);
    control.classList.add("is-ticked");
    rest();
  }
  for (const row of rows(form, action.fields)) {
    const done = row.querySelector(".done");
    done?.setAttribute("aria-pressed", "true");
    if (done && row.querySelector(".is-watering")) drops(done);
    row.classList.add("is-ticked");
    rest();
  }
  void rested().then(() => document.dispatchEvent(new CustomEvent("rested")));
}

/** @param {HTMLFormElement} form */
function unmark(form) {
  release(form);
  for (const row of main().querySelectorAll(".is-ticked, .is-waiting")) {
    row.classList.remove("is-ticked", "is-leaving", "is-waiting");
    (row.querySelector(".done") ?? row).removeAttribute("aria-pressed");
  }
  void remark();
}

/**
 * Shows an action as done that is sent later.
 * @param {Action} action
 */
function later(action) {
  const form = forms.get(action.key);
  form?.closest("dialog")?.close();
  tell(["Kept here, and sent when the server is back"], {
    text: "Undo",
    act: async () => {
      if (await queue.discard(action.key)) {
        forms.delete(action.key);
        if (form) unmark(form);
        tell(["Taken back"]);
      } else {
        tell(["It was sent meanwhile"]);
      }
      await noteWaiting();
    },
  });
  void remark();
  void noteWaiting();
  void keepForGood();
  void sendInBackground().catch(() => {});
}

/** Asks the browser once not to delete what waits. */
async function keepForGood() {
  try {
    if (localStorage.getItem("persisted")) return;
    localStorage.setItem("persisted", "asked");
    await navigator.storage?.persist();
  } catch { /* It may be deleted when the disk is full. */ }
}

/** Marks what waits on a page that the server has not made since. */
export async function remark() {
  const waiting = (await queue.all()).filter((action) => !action.problem);
  const signs = new Set(waiting.map((action) => action.sign));
  const items = new Set(waiting.flatMap((action) => action.fields.flatMap(
    ([name, value]) => name === "item" ? [value] : [])));
  for (const form of document.forms) {
    if (!acts(form) || !form.closest(".row")) continue;
    const named = Array.from(form.querySelectorAll("input[name=item]"));
    const isWaiting = signs.has(sign(form)) || named.length > 0
      && named.every((input) => input instanceof HTMLInputElement
        && items.has(input.value));
    const row = form.closest(".row");
    const done = form.querySelector(".done");
    if (!isWaiting || !row || !done) continue;
    form.dataset.state = "sent";
    row.classList.remove("is-ticked", "is-leaving");
    row.classList.add("is-waiting");
    done.setAttribute("aria-pressed", "true");
  }
  for (const tag of main().querySelectorAll("button.tag")) {
    if (!(tag instanceof HTMLButtonElement) || !items.has(tag.value)) continue;
    tag.dataset.state = "sent";
    tag.setAttribute("aria-pressed", "true");
  }
  document.documentElement.dataset.marked = String(waiting.length);
}

/** Counts what is selected on a button that acts on it. */
function count() {
  for (const button of document.querySelectorAll("button[data-counts]")) {
    if (!(button instanceof HTMLButtonElement) || !button.form) continue;
    const chosen = Array.from(button.form.elements).filter((control) =>
      control instanceof HTMLInputElement && control.type === "checkbox"
      && control.checked).length;
    button.dataset.words ??= button.textContent ?? "";
    button.textContent = chosen > 0
      ? `${button.dataset.counts} (${chosen})` : button.dataset.words;
    button.disabled = chosen === 0;
  }
}

/** Begins to act in place. */
export function startActions() {
  document.addEventListener("submit", submit);
  document.addEventListener("change", count);
  document.addEventListener("page", () => {
    count();
    void remark();
  });
  count();
  sayKept();
  // What a page of the server's shows needs no mark.
  const isNew = !isKept(document);
  queue.seen(isNew ? performance.timeOrigin : 0).then(remark).then(send)
    .catch((error) => {
      // Without a database nothing waits.
      if (!(error instanceof DOMException)) throw error;
    });
}
