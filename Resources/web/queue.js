// The actions that wait to be sent, in IndexedDB: each has a key, under which
// the server carries it out once, and the moment at which it was done. Pages and
// the service worker share this file, so it is no module.

/**
 * An action.
 * @typedef {object} Action
 * @property {number} [place] The place in the order in which actions are sent.
 * @property {string} key The key under which it is carried out once.
 * @property {string} path The address of its form.
 * @property {[string, string | File][]} fields What the form holds.
 * @property {boolean} hasFiles Whether the form sends files.
 * @property {string} token The token of the form.
 * @property {number} at The moment, in milliseconds.
 * @property {string} label What it does, in the words of its button.
 * @property {string} sign What tells it from other actions of a page.
 * @property {boolean} isLate Whether it could not be sent at once.
 * @property {Problem} [problem] Why the server refuses it.
 * @property {number} [doneAt] When the server did it, until a page shows that.
 */

/**
 * What the server says of an action that it refuses.
 * @typedef {{title: string, detail?: string, kind?: string, remedy?: string,
 *   details?: string[], retryable?: boolean}} Problem
 */

/**
 * What became of an action: it was carried out or refused, the server could not
 * be reached, or nobody is signed in.
 * @typedef {{key: string, outcome: "done" | "refused" | "away" | "left",
 *   receipt?: {lines: string[], undo: string | null}, problem?: Problem}} News
 */

globalThis.careQueue = (() => {
  const store = "actions";

  /** @returns {Promise<IDBDatabase>} */
  function open() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open("plantguide", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(
        store, { keyPath: "place", autoIncrement: true });
      request.onsuccess = () => {
        // Nothing stands in the way of deleting everything.
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
  }

  /**
   * Runs a transaction; what it returns counts once it is on the disk.
   * @template Value
   * @param {IDBTransactionMode} mode
   * @param {(actions: IDBObjectStore) => IDBRequest<Value>} body
   * @returns {Promise<Value>}
   */
  async function transact(mode, body) {
    const database = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(store, mode,
          { durability: "strict" });
        const request = body(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  }

  /** @returns {Promise<Action[]>} All actions, in their order. */
  const all = () => transact("readonly", (actions) => actions.getAll());

  /** @param {Action} action */
  async function add(action) {
    const place = await transact("readwrite", (actions) => actions.add(action));
    action.place = Number(place);
  }

  /** @param {Action} action */
  const change = (action) =>
    transact("readwrite", (actions) => actions.put(action));

  /** @param {number} place */
  const remove = (place) =>
    transact("readwrite", (actions) => actions.delete(place));

  const mayWait = "locks" in navigator;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();

  /**
   * Runs one function after another, in all tabs: whoever has the lock sends.
   * Browsers have it only where a service worker is possible; elsewhere the keys
   * alone keep two tabs from doing something twice.
   * @template Value
   * @param {() => Promise<Value>} body
   * @returns {Promise<Value>}
   */
  function alone(body) {
    if (mayWait) return navigator.locks.request("plantguide-queue", body);
    const mine = last.then(body);
    last = mine.catch(() => {});
    return mine;
  }

  /**
   * The body of a request. A form with files is written here, as its bytes must
   * be the same whenever it is sent again.
   * @param {Action} action
   * @returns {{type: string, body: BodyInit}}
   */
  function body({ key, fields, hasFiles }) {
    if (!hasFiles) {
      const texts = fields.map(([name, value]) => [name, String(value)]);
      return {
        type: "application/x-www-form-urlencoded",
        body: new URLSearchParams(texts).toString(),
      };
    }
    const end = `--plantguide-${key}`;
    /** @param {string} text */
    const quoted = (text) => text.replace(/["\r\n]/g, (sign) =>
      encodeURIComponent(sign));
    /** @type {BlobPart[]} */
    const parts = [];
    for (const [name, value] of fields) {
      const head = `${end}\r\ncontent-disposition: form-data; name="${quoted(name)}"`;
      if (typeof value === "string") {
        parts.push(`${head}\r\n\r\n${value.replace(/\r?\n|\r/g, "\r\n")}\r\n`);
      } else {
        const type = value.type || "application/octet-stream";
        parts.push(`${head}; filename="${quoted(value.name)}"\r\n`,
          `content-type: ${type}\r\n\r\n`, value, "\r\n");
      }
    }
    parts.push(`${end}--\r\n`);
    return {
      type: `multipart/form-data; boundary=plantguide-${key}`,
      body: new Blob(parts),
    };
  }

  /**
   * Sends an action. Nothing of the request depends on when it is sent, except
   * for headers, so the server knows it again.
   * @param {Action} action
   * @returns {Promise<News>}
   */
  async function send(action) {
    const { type, body: bytes } = body(action);
    /** @type {Record<string, string>} */
    const headers = {
      "accept": "application/json",
      "content-type": type,
      "idempotency-key": action.key,
      "x-form-token": action.token,
    };
    // Also what waited behind others was done when it was tapped.
    const seconds = Math.round((Date.now() - action.at) / 1000);
    if (seconds >= 10) headers["x-action-age"] = String(seconds);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(),
      action.hasFiles ? 600_000 : 20_000);
    try {
      const response = await fetch(action.path, {
        method: "POST", headers, body: bytes, redirect: "manual",
        signal: stop.signal,
      });
      const { key } = action;
      if (response.status === 401) return { key, outcome: "left" };
      const isProblem = (response.headers.get("content-type") ?? "")
        .startsWith("application/problem+json");
      // Too busy, stopping, or a proxy whose server is away.
      if ([429, 502, 503, 504].includes(response.status)) {
        return { key, outcome: "away" };
      }
      if (response.ok) {
        return { key, outcome: "done", receipt: await response.json() };
      }
      const problem = isProblem
        ? await response.json()
        : { title: `The server answered ${response.status}.` };
      return { key, outcome: "refused", problem };
    } catch {
      return { key: action.key, outcome: "away" };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends what waits, in order, until the server is away. What it refuses stays,
   * with its reason, and holds nothing else up.
   * @param {(news: News, action: Action) => Promise<void> | void} tell
   * @param {string} [token] The token of forms of now.
   * @returns {Promise<boolean>} Whether the server answered everything.
   */
  const drain = (tell, token) => alone(async () => {
    // What comes meanwhile is sent, too.
    for (;;) {
      const action = (await all()).find((one) => !one.problem && !one.doneAt);
      if (!action || action.place === undefined) return true;
      if (token) action.token = token;
      const news = await send(action);
      if (news.outcome === "done") {
        // The pages that are kept do not show it yet.
        action.doneAt = Date.now();
        await change(action);
      } else if (news.outcome === "refused") {
        action.problem = news.problem;
        await change(action);
      } else if (news.outcome === "away" && !action.isLate) {
        action.isLate = true;
        await change(action);
      }
      await tell(news, action);
      if (news.outcome === "away" || news.outcome === "left") return false;
    }
  });

  /**
   * Forgets an action that is not being sent.
   * @param {string} key
   * @returns {Promise<boolean>} Whether it was still there.
   */
  const discard = (key) => alone(async () => {
    const action = (await all()).find((one) => one.key === key);
    if (action?.place === undefined || action.doneAt) return false;
    await remove(action.place);
    return true;
  });

  /**
   * Forgets what was done before the server made a page that is shown now.
   * @param {number} moment
   */
  async function seen(moment) {
    for (const { place, doneAt } of await all()) {
      if (place !== undefined && doneAt && doneAt < moment) await remove(place);
    }
  }

  /** Deletes everything personal that this browser keeps. */
  async function forget() {
    indexedDB.deleteDatabase("plantguide");
    if ("caches" in globalThis) {
      for (const name of await caches.keys()) await caches.delete(name);
    }
  }

  return { all, add, change, drain, discard, seen, forget };
})();
