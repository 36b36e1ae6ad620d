// The place of the browser into a field, if somebody asks for it.

import { main, make } from "./dom.js";

/** Offers the place of the browser below the fields for places. */
export function startPlace() {
  for (const field of main().querySelectorAll("input[type=text][name=place]")) {
    if (field instanceof HTMLInputElement) offer(field);
  }
}

/** @param {HTMLInputElement} field */
function offer(field) {
  const place = field.closest(".field");
  // Browsers know no place over a connection that others can read.
  if (!place || !isSecureContext
    || place.nextElementSibling?.hasAttribute("data-script")) return;
  const button = make("button", { type: "button", class: "button is-soft" },
    "Use this place");
  const news = make("p", { class: "note", role: "status" });
  place.after(make("div", { class: "flow", "data-script": "" }, button, news));
  button.addEventListener("click", () => {
    news.textContent = "Looking for the place…";
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      field.value
        = `${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`;
      news.textContent = "The place is in the form.";
    }, () => {
      news.textContent = "The browser does not say where it is.";
    }, { enableHighAccuracy: true, timeout: 30_000 });
  });
}
