// Keeps pages, what they need, and thumbnails for times without the server. The
// server sends queue.js before this file, as one script.

const worker = /** @type {ServiceWorkerGlobalScope} */ (
  /** @type {unknown} */ (globalThis));
const patience = 3_000;
const mostPages = 200;
const mostPictures = 1_000;

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) =>
  event.waitUntil(worker.clients.claim()));

/** @param {URL} url */
const isPicture = ({ pathname }) =>
  /^\/(photos\/[^/]+\/thumbnail|pictures\/.+)$/.test(pathname);

/** @param {URL} url */
const isAsset = ({ pathname }) => pathname.startsWith("/assets/")
  || pathname === "/manifest.webmanifest";

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  const isPage = request.mode === "navigate"
    || (request.headers.get("accept") ?? "").startsWith("text/html");
  if (/^\/(api|do|v1)\//.test(url.pathname)
    || ["/join", "/identify"].includes(url.pathname)
    || url.pathname.startsWith("/identify/")) return;
  if (isPicture(url)) {
    event.respondWith(picture(request));
  } else if (isPage) {
    const fresh = fromServer(request, url);
    event.waitUntil(fresh.catch(() => {}));
    event.respondWith(page(fresh, request, url));
  } else if (isAsset(url)) {
    event.respondWith(asset(request, url));
  }
});

/**
 * Asks the server, and again if that fails at once: connections that browsers
 * keep may be gone since the network came back, and then each fails once.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function ask(request) {
  for (let rest = 3; ; rest -= 1) {
    const start = Date.now();
    try {
      return await fetch(request);
    } catch (error) {
      if (rest === 0 || Date.now() - start > 100) throw error;
    }
  }
}

/**
 * Asks the server for a page, and keeps it.
 * @param {Request} request
 * @param {URL} url
 */
async function fromServer(request, url) {
  let response = await ask(request);
  if (response.status === 401) {
    // After a link on a page elsewhere, the browser leaves the cookie out. Here
    // it is sent.
    const again = await fetch(url, { headers: { accept: "text/html" } });
    if (again.status === 200 && !again.redirected) response = again;
  }
  if (response.status === 401) {
    await leave(globalThis.careQueue.mustForget(
      response.headers.get("clear-site-data")));
  } else if (response.status === 200 && !response.redirected) {
    await keepPage(url, response.clone());
  } else if ([502, 504].includes(response.status)) {
    throw new TypeError("The proxy does not reach the server.");
  }
  return response;
}

/**
 * Keeps nothing, since nobody is signed in any more.
 * @param {boolean} [isRevoked] Whether what waits must not stay, either.
 */
async function leave(isRevoked) {
  if (isRevoked) await globalThis.careQueue.forget();
  else await globalThis.careQueue.withdraw();
  await tellPages(isRevoked ? "revoked" : "left");
}

/** The name under which a page is kept; `null` for a page that is not kept. */
/** @param {URL} url @returns {string | null} */
function nameOfPage(url) {
  // It says what has just happened.
  if (url.searchParams.has("did")) return null;
  if (url.pathname === "/upcoming") return url.pathname + url.search;
  return url.search === "" ? url.pathname : null;
}

/**
 * @param {URL} url
 * @param {Response} response
 */
async function keepPage(url, response) {
  const name = nameOfPage(new URL(url));
  const type = response.headers.get("content-type") ?? "";
  if (!name || !type.startsWith("text/html")) return;
  await put("pages", name, response, mostPages);
}

/**
 * Keeps an answer; the oldest go if there are too many.
 * @param {string} place
 * @param {string | Request} name
 * @param {Response} response
 * @param {number} most
 */
async function put(place, name, response, most) {
  const cache = await caches.open(place);
  // What is put again is the newest.
  await cache.delete(name, { ignoreVary: true });
  await cache.put(name, response);
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - most))) {
    await cache.delete(old, { ignoreVary: true });
  }
}

/**
 * Answers with the server's page, or the kept one if that does not come.
 * @param {Promise<Response>} fresh
 * @param {Request} request
 * @param {URL} url
 */
async function page(fresh, request, url) {
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  const first = await Promise.race([fresh.catch(() => null), late]);
  if (first instanceof Response) return first;
  const cache = await caches.open("pages");
  const known = new URL(url);
  known.searchParams.delete("did");
  const exact = await cache.match(known.pathname + known.search,
    { ignoreVary: true });
  const near = exact
    ?? await cache.match(known.pathname, { ignoreVary: true })
    ?? (known.pathname === "/upcoming"
      ? await cache.match("/upcoming", { ignoreSearch: true, ignoreVary: true })
      : undefined);
  if (near) {
    // The page says itself that it is not new.
    const headers = new Headers(near.headers);
    for (const name of ["content-encoding", "content-length"]) {
      headers.delete(name);
    }
    const text = await near.text();
    return new Response(
      text.replace("<html ", "<html data-from=\"kept\" "), { headers });
  }
  // The server may only be slow.
  return fresh.catch(async () => {
    // In place of a page that is shown, another one would only be in the way.
    if (request.mode !== "navigate") return Response.error();
    return await cache.match("/offline", { ignoreVary: true })
      ?? askLonger(request, url);
  });
}

/**
 * Asks the server again for some seconds: nothing is kept here after signing
 * out, and the browser's own page of an error would not come back by itself.
 * @param {Request} request
 * @param {URL} url
 */
async function askLonger(request, url) {
  for (const pause of [250, 500, 1_000, 2_000]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      return await fromServer(request, url);
    } catch { /* Still away. */ }
  }
  return Response.error();
}

/**
 * A file that never changes at its address, or that of another version if the
 * server is away.
 * @param {Request} request
 * @param {URL} url
 */
async function asset(request, url) {
  const cache = await caches.open("assets");
  const isLasting = url.pathname.startsWith("/assets/");
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept && isLasting) return kept;
  try {
    const response = await ask(request);
    if (response.ok) await keepAsset(request.url, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    const file = url.pathname.split("/").pop();
    for (const other of await cache.keys()) {
      if (new URL(other.url).pathname.split("/").pop() !== file) continue;
      const found = await cache.match(other, { ignoreVary: true });
      if (found) return found;
    }
    throw error;
  }
}

/**
 * Keeps a file instead of its older version.
 * @param {string} address
 * @param {Response} response
 */
async function keepAsset(address, response) {
  const cache = await caches.open("assets");
  const file = new URL(address).pathname.split("/").pop();
  for (const other of await cache.keys()) {
    const isOld = other.url !== address
      && new URL(other.url).pathname.split("/").pop() === file;
    if (isOld) await cache.delete(other, { ignoreVary: true });
  }
  await cache.put(address, response);
}

/** @param {Request} request */
async function picture(request) {
  const cache = await caches.open("pictures");
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    await put("pictures", request.url, response.clone(), mostPictures);
  }
  return response;
}

/** @param {string} message */
async function tellPages(message) {
  for (const client of await worker.clients.matchAll(
    { includeUncontrolled: true })) {
    client.postMessage(message);
  }
}

worker.addEventListener("message", (event) => {
  const { kind, pages, assets } = event.data;
  if (kind === "forget") event.waitUntil(globalThis.careQueue.forget());
  if (kind === "keep") event.waitUntil(keep(pages, assets));
});

/**
 * @param {string[]} pages
 * @param {string[]} assets
 */
async function keep(pages, assets) {
  for (const address of new Set(assets)) {
    const url = new URL(address);
    const request = new Request(address);
    if (isPicture(url)) await picture(request).catch(() => {});
    else if (isAsset(url)) await asset(request, url).catch(() => {});
  }
  const cache = await caches.open("pages");
  for (const path of new Set(pages)) {
    const url = new URL(path, worker.location.origin);
    const headers = new Headers({ accept: "text/html" });
    // The server sends a page only if the kept one is another by now.
    const name = nameOfPage(url);
    const kept = name && await cache.match(name, { ignoreVary: true });
    const tag = kept && kept.headers.get("etag");
    if (tag) headers.set("if-none-match", tag);
    await fromServer(new Request(url, { headers }), url).catch(() => {});
  }
  await tellPages("kept");
}

// Where browsers have it, what waits is sent without a page.
worker.addEventListener("sync", (event) => {
  const late = /** @type {ExtendableEvent} */ (event);
  late.waitUntil(globalThis.careQueue.drain(async (news) => {
    if (news.outcome === "left") await leave(news.isRevoked);
    // Then the browser tries again.
    if (news.outcome === "away") throw new TypeError("The server is away.");
  }).then(() => tellPages("send")));
});
