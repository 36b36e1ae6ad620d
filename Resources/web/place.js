// The place of the browser into a field, if somebody asks for it.

import { main, make } from "./dom.js";

/**
 * The news of each field, by its id. A page that is shown meanwhile has other
 * elements.
 * @type {Map<string, string>}
 */
const news = new Map();

/** Offers the place of the browser below the fields for places. */
export function startPlace() {
  for (const field of main().querySelectorAll("[data-place]")) offer(field);
}

/**
 * @param {string} id
 * @param {string} words
 */
function say(id, words) {
  news.set(id, words);
  const place = document.getElementById(`${id}-news`);
  if (place) place.textContent = words;
}

/** @param {Element} field */
function offer({ id, parentElement: place }) {
  // Browsers know no place over a connection that others can read.
  if (!place || !isSecureContext
    || place.nextElementSibling?.hasAttribute("data-script")) return;
  const button = make("button", { type: "button", class: "button is-soft" },
    "Use where I am");
  place.after(make("div", { class: "flow", "data-script": "" }, button,
    make("p", { id: `${id}-news`, class: "note", role: "status" },
      news.get(id) ?? "")));
  button.addEventListener("click", () => {
    say(id, "Looking for the place…");
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const field = document.getElementById(id);
      if (!(field instanceof HTMLInputElement)) return;
      field.value
        = `${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`;
      say(id, "The place is in the form.");
    }, () => say(id, "The browser does not say where it is."),
    { enableHighAccuracy: true, timeout: 30_000 });
  });
}
