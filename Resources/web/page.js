// What every page does besides its plain forms and links.

import "./queue.js";
import { startActions } from "./actions.js";
import { main } from "./dom.js";
import { startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { startPull } from "./motion.js";
import { tell } from "./news.js";
import { forgetOthers, startOffline } from "./offline.js";
import { startSearch } from "./search.js";
import { startSheets } from "./sheets.js";

/** Loads what only some pages need. */
async function startParts() {
  if (main().querySelector(".comparison, [data-frames], [data-step]")) {
    (await import("./photos.js")).startPhotos();
  }
  if (main().querySelector(":is(#identify, form[action='/do/photos']) input[type=file]")) {
    (await import("./camera.js")).startCamera();
  }
  if (main().querySelector("[data-place]")) {
    (await import("./place.js")).startPlace();
  }
  const buttons = "[data-prints], [data-copies]";
  for (const button of main().querySelectorAll(buttons)) {
    if (button instanceof HTMLElement) button.hidden = false;
  }
}

// The address of a page that a form led to says what happened; loaded again, it
// shall not say so again.
const url = new URL(location.href);
if (url.searchParams.has("did")) {
  url.searchParams.delete("did");
  history.replaceState(history.state, "", url);
}

await forgetOthers();
startActions();
startOffline();
startSheets();
startSearch();
startKeys();
startPull();
startLive();
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest("[data-prints]")) print();
  const field = target.closest("[data-copies]")?.previousElementSibling;
  if (!(field instanceof HTMLTextAreaElement)) return;
  // The newer interface is missing on networks without TLS.
  field.select();
  if (document.execCommand("copy")) tell(["Copied"]);
});
document.addEventListener("page", () => void startParts());
void startParts();
document.documentElement.dataset.ready = "true";
// Lists come in at first, not each time that they change.
setTimeout(() => document.documentElement.classList.add("is-settled"), 1_000);
