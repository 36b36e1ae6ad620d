// Keys, for those who have a keyboard. Each is one letter, so they can be
// switched off where they are listed.

import { main, make } from "./dom.js";
import { openDialog, clickNews, tell } from "./news.js";
import { undoLatest } from "./actions.js";

const list = [
  ["j k", "Next and previous plant"], ["d", "Done"], ["s", "Snooze, and more"],
  ["z", "Undo"], ["/", "Search"], ["1–5", "Camera, Browse, Collection, Today, Settings"],
  ["?", "These keys"],
];

function isOff() {
  try {
    return localStorage.getItem("keys") === "off";
  } catch {
    return false;
  }
}

function help() {
  const rows = list.map(([keys, words]) => make("tr", {},
    make("th", { scope: "row" }, ...keys.split(/( |–)/).map((part) =>
      part === " " || part === "–" ? part : make("kbd", {}, part))),
    make("td", {}, words)));
  const box = make("input", { type: "checkbox" });
  box.checked = !isOff();
  box.addEventListener("change", () => {
    try {
      localStorage.setItem("keys", box.checked ? "on" : "off");
    } catch { /* They stay on. */ }
  });
  openDialog("Keys", [
    make("table", {}, make("tbody", {}, ...rows)),
    make("label", { class: "check" }, box, "Use these keys"),
  ]);
}

/** @returns {HTMLElement | null} */
const rowOfFocus = () => {
  const row = document.activeElement?.closest(".row, .card");
  return row instanceof HTMLElement ? row : null;
};

/** @param {number} step */
function move(step) {
  const rows = Array.from(main().querySelectorAll(".row, .card")).filter(
    (row) => row.checkVisibility?.() ?? true);
  const row = rowOfFocus();
  const index = row ? rows.indexOf(row) + step : step > 0 ? 0 : rows.length - 1;
  const link = rows[index]?.querySelector(".row-name, .card-name");
  if (link instanceof HTMLElement) link.focus();
}

/** @param {string} selector */
function click(selector) {
  const control = rowOfFocus()?.querySelector(selector);
  if (control instanceof HTMLElement) control.click();
  else tell(["Choose a plant with j or k first"]);
}

function search() {
  const field = main().querySelector("input[type=search]");
  if (field instanceof HTMLInputElement) field.focus();
  else location.assign("/plants");
}

/** @param {KeyboardEvent} event */
function press(event) {
  const { key, target } = event;
  const isText = target instanceof HTMLElement && (target.isContentEditable
    || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
  if (isText || event.ctrlKey || event.metaKey || event.altKey
    || event.isComposing || document.querySelector("dialog[open]")) return;
  // They are always listed, so that they can be switched on again.
  if (key === "?") help();
  else if (isOff()) return;
  else if (key === "j") move(1);
  else if (key === "k") move(-1);
  else if (key === "d") click(".done");
  else if (key === "s") click("[data-sheet]");
  else if (key === "/") search();
  else if (key === "z") {
    if (!clickNews() && !undoLatest()) tell(["Nothing to undo"]);
  } else if (/^[1-5]$/.test(key)) {
    const tab = document.querySelectorAll(".tabs a")[Number(key) - 1];
    if (tab instanceof HTMLElement) tab.click();
  } else return;
  event.preventDefault();
}

/** Begins to listen to keys. */
export function startKeys() {
  document.addEventListener("keydown", press);
}
