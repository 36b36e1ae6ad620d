// Changes by others, shown as they come.

import { expected, isBusy, main, refresh } from "./dom.js";
import { send } from "./actions.js";
import { hasLeft } from "./offline.js";

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
  // The answer to a form has no address under which it could be read again.
  if (location.pathname.startsWith("/do/")) return;
  isWished = true;
  if (document.hidden || isBusy() || hasLeft()) return;
  isWished = false;
  try {
    isWished = !await refresh(() => !isBusy());
  } catch (error) {
    expected(error);
    isWished = true;
    clearTimeout(again);
    again = window.setTimeout(fulfil, pause);
  }
}

function fulfil() {
  if (isWished) void wish();
}

function listen() {
  if (source || document.hidden || hasLeft()) return;
  // What has changed since the page was made is told at once.
  const { state } = main().dataset;
  source = new EventSource("/api/v1/changes"
    + (state ? `?after=${encodeURIComponent(state)}` : ""));
  source.addEventListener("open", () => {
    pause = 1_000;
    document.documentElement.dataset.live = "true";
    void send();
    if (!state) void wish();
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

/**
 * Finds out whether the server is there and knows the session, which a stream
 * that ends does not say, and sends what waits.
 */
async function retry() {
  if (document.hidden || hasLeft()) return;
  const response = await fetch("/offline", { method: "HEAD", cache: "no-store" })
    .catch(() => null);
  if (response?.status === 401) {
    document.dispatchEvent(new CustomEvent("left", {
      detail: globalThis.careQueue.mustForget(
        response.headers.get("clear-site-data")),
    }));
    return;
  }
  server(response?.ok ?? false);
  if (response?.ok) await send();
  listen();
}

/** Begins to listen. */
export function startLive() {
  listen();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else void retry();
  });
  window.addEventListener("online", () => {
    pause = 1_000;
    clearTimeout(timer);
    close();
    void retry();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void retry();
  });
  document.addEventListener("focusout", () => setTimeout(fulfil));
  document.addEventListener("dialogclose", fulfil);
  document.addEventListener("rested", fulfil);
  document.addEventListener("wish", () => void wish());
}
