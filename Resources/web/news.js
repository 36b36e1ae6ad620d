// What just happened, said and shown, and questions.

import { icon, make, moves } from "./dom.js";

const shownTime = 8_000;
/** @type {number | undefined} */
let timer;

function place() {
  const found = document.getElementById("news");
  if (!found) throw new Error("The page has no place for news.");
  return found;
}

/** @param {string} text */
const capitalized = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * The sentences that say why the server refuses an action.
 * @param {Problem | undefined} problem
 */
export const reasons = (problem) => [
  [problem?.detail ?? problem?.title ?? "It did not work",
    (problem?.details ?? []).join("; ")].filter(Boolean).join(" "),
  problem?.remedy,
].flatMap((text) => text
  ? [capitalized(text) + (/[.!?]$/.test(text) ? "" : ".")] : []);

/**
 * What a question is about.
 * @param {string[]} lines
 */
export const matters = (lines) => make("ul", { class: "question" },
  ...lines.map((line) => make("li", {}, capitalized(line))));

/** Takes the message away in eight seconds, unless somebody is at it. */
function expire() {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const toast = place().querySelector(".toast");
    if (!toast) return;
    if (toast.matches(":hover, :focus-within")) expire();
    else place().replaceChildren();
  }, shownTime);
}

/** Takes the message away. */
export function hideNews() {
  clearTimeout(timer);
  place().replaceChildren();
}

/**
 * @typedef {{text: string, act: () => void}} Button
 */

/**
 * Shows sentences at the end of the page, where assistive technology reads them
 * out.
 * @param {string[]} lines
 * @param {Button} [button]
 */
export function tell(lines, button) {
  const words = make("span");
  lines.forEach((line, index) => {
    if (index > 0) words.append(make("br"));
    words.append(capitalized(line));
  });
  const toast = make("div", { class: "toast" }, words);
  if (button) {
    const control = make("button",
      { type: "button", class: "button is-compact" }, button.text);
    control.addEventListener("click", () => {
      hideNews();
      button.act();
    });
    toast.append(control);
  }
  place().replaceChildren(toast);
  expire();
}

/** Clicks the button of the message. @returns {boolean} Whether there is one. */
export function clickNews() {
  const control = place().querySelector("button");
  control?.click();
  return control !== null;
}

/**
 * Opens a dialog; it is removed when it closes.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {string} [style]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, style = "") {
  const heading = make("h2", { id: "dialog-title" }, title);
  const close = make("button",
    { type: "button", class: "icon-button", "aria-label": "Close" },
    icon("plus"));
  const dialog = make("dialog",
    { class: style, "aria-labelledby": "dialog-title" },
    make("div", { class: "dialog-head" }, heading, close), ...content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    document.dispatchEvent(new CustomEvent("dialogclose"));
  });
  dialog.addEventListener("click", (event) => {
    // The ground around it belongs to the dialog, too.
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const isWithin = event.clientX >= box.left && event.clientX <= box.right
      && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!isWithin) dialog.close();
  });
  document.body.append(dialog);
  dialog.classList.toggle("is-moving", moves());
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question.
 * @param {string} question
 * @param {string[]} lines
 * @param {string} [answer] The words of the button that goes on.
 * @returns {Promise<boolean>}
 */
export function ask(question, lines, answer = "Go on") {
  return new Promise((resolve) => {
    const yes = make("button", { type: "button", class: "button" }, answer);
    const no = make("button",
      { type: "button", class: "button is-plain" }, "Cancel");
    const dialog = openDialog(question,
      [matters(lines), make("div", { class: "inline" }, yes, no)]);
    let isSure = false;
    yes.addEventListener("click", () => {
      isSure = true;
      dialog.close();
    });
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(isSure));
    yes.focus();
  });
}
