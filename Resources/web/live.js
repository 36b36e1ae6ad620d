// Changes by others, shown as they come.

import { isBusy, refresh, SignedOut } from "./dom.js";
import { send } from "./actions.js";
import { leave } from "./offline.js";

/** @type {EventSource | null} */
let source = null;
let isWished = false;
/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let again;
let pause = 1_000;

/** @param {boolean} isThere */
const server = (isThere) => document.dispatchEvent(
  new CustomEvent("server", { detail: isThere }));

/** Reads the page again as soon as nobody is in the middle of something. */
async function wish() {
  isWished = true;
  if (document.hidden || isBusy()) return;
  isWished = false;
  try {
    isWished = !await refresh(() => !isBusy());
  } catch (error) {
    if (error instanceof SignedOut) await leave();
    isWished = true;
    clearTimeout(again);
    again = window.setTimeout(fulfil, pause);
  }
}

function fulfil() {
  if (isWished) void wish();
}

function listen() {
  if (source || document.hidden) return;
  source = new EventSource("/api/v1/changes");
  source.addEventListener("open", () => {
    const wasAway = pause > 1_000;
    pause = 1_000;
    document.documentElement.dataset.live = "true";
    void send();
    if (wasAway) void wish();
  });
  source.addEventListener("change", () => void wish());
  source.addEventListener("day", () => void wish());
  source.addEventListener("error", () => {
    delete document.documentElement.dataset.live;
    // The browser tries again itself, except after an answer that is no stream.
    close();
    clearTimeout(timer);
    timer = window.setTimeout(retry, pause);
    pause = Math.min(60_000, pause * 2);
  });
}

function close() {
  source?.close();
  source = null;
}

/** Finds out whether the server is there, and sends what waits. */
async function retry() {
  if (document.hidden) return;
  try {
    const response = await fetch("/manifest.webmanifest",
      { method: "HEAD", cache: "no-store" });
    server(response.ok);
    if (!response.ok) throw new Error();
    await send();
  } catch {
    server(false);
  }
  listen();
}

/** Begins to listen. */
export function startLive() {
  listen();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      close();
    } else {
      // What happened meanwhile is not told again.
      void wish();
      listen();
    }
  });
  window.addEventListener("online", () => {
    pause = 1_000;
    clearTimeout(timer);
    void retry().then(wish);
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    void wish();
    listen();
  });
  document.addEventListener("focusout", () => setTimeout(fulfil));
  document.addEventListener("dialogclose", fulfil);
  document.addEventListener("wish", () => void wish());
}
