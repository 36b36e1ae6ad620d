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
 * @property {string} [plant] The plant's id, if the fields have only its name.
 * @property {boolean} isLate Whether it could not be sent at once.
 * @property {Problem} [problem] Why the server refuses it.
 * @property {number} [doneAt] When the server did it, until a page shows that.
 */

/**
 * What the server says of an action that it refuses.
 * @typedef {{title: string, detail?: string, kind?: string, remedy?: string,
 *   details?: string[], retryable?: boolean, answer?: string,
 *   field?: string}} Problem
 */

/**
 * What became of an action: it was carried out or refused, the server could not
 * be reached, or nobody is signed in.
 * @typedef {{key: string, outcome: "done" | "refused" | "away" | "left",
 *   isRevoked?: boolean, status?: number, problem?: Problem,
 *   receipt?: {lines: string[], undo: string | null, undone?: boolean,
 *     made?: {type: string, id: string}[]}}} News
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
  /** @type {Map<string, Promise<unknown>>} */
  const last = new Map();

  /**
   * Runs one function of a lane after another, in all tabs: whoever has the lock
   * sends. Actions with files have a lane of their own, because they are slow.
   * Browsers have it only where a service worker is possible; elsewhere the keys
   * alone keep two tabs from doing something twice.
   * @template Value
   * @param {boolean} hasFiles
   * @param {() => Promise<Value>} body
   * @returns {Promise<Value>}
   */
  function alone(hasFiles, body) {
    const lane = hasFiles ? "plantguide-uploads" : "plantguide-queue";
    if (mayWait) return navigator.locks.request(lane, body);
    const mine = (last.get(lane) ?? Promise.resolve()).then(body);
    last.set(lane, mine.catch(() => {}));
    return mine;
  }

  /** @param {Action} action */
  const isWaiting = (action) => !action.problem && !action.doneAt;

  /**
   * The ids that an action names: plants, tasks, actions.
   * @param {Action} action
   */
  const subjects = ({ path, fields, plant }) =>
    JSON.stringify([path, fields, plant]).match(/[0-9a-f]{8}[0-9a-f-]{8,}/g)
      ?? [];

  /**
   * Whether the order of two actions does not matter. It does if they name the
   * same plant, or if one of them names nothing.
   * @param {Action} one
   * @param {Action} other
   */
  function areApart(one, other) {
    const [own, others] = [subjects(one), subjects(other)];
    return own.length > 0 && others.length > 0
      && !own.some((id) => others.includes(id));
  }

  /**
   * The first action of a lane that need not wait for an earlier one.
   * @param {boolean} hasFiles
   */
  async function next(hasFiles) {
    const waiting = (await all()).filter(isWaiting);
    return waiting.find((one, index) => one.hasFiles === hasFiles
      && waiting.slice(0, index).every((earlier) => areApart(earlier, one)));
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
    const { key } = action;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(),
      action.hasFiles ? 600_000 : 20_000);
    const request = new Request(action.path, {
      method: "POST", headers, body: bytes, redirect: "manual",
      signal: stop.signal,
    });
    /** @type {Response} */
    let response;
    /** @type {any} */
    let answer;
    try {
      response = await fetch(request);
      answer = (response.headers.get("content-type") ?? "").includes("json")
        ? await response.json() : null;
    } catch {
      // Nothing else fails there: no connection, or an answer that was cut off.
      return { key, outcome: "away" };
    } finally {
      clearTimeout(timer);
    }
    if (response.status === 401) {
      const isRevoked = mustForget(response.headers.get("clear-site-data"));
      return { key, outcome: "left", isRevoked };
    }
    // Too busy, stopping, a proxy whose server is away, or another server, such
    // as that of a network where people sign in.
    if ([429, 502, 503, 504].includes(response.status)
      || response.ok && !answer) return { key, outcome: "away" };
    return response.ok
      ? { key, outcome: "done", receipt: answer }
      : { key, outcome: "refused",
        problem: answer ?? { title: `The server answered ${response.status}.` },
        status: response.status };
  }

  /**
   * Sends what waits, until the server is away. Actions are sent in their order,
   * except that those with files hold up only actions on the same plants. What
   * the server refuses stays, with its reason, and holds nothing else up.
   * @param {(news: News, action: Action) => Promise<void> | void} tell
   * @param {string} [token] The token of forms of now; the worker has none.
   * @returns {Promise<boolean>} Whether the server answered everything.
   */
  async function drain(tell, token) {
    for (;;) {
      const ends = await Promise.all([false, true].map((hasFiles) =>
        alone(hasFiles, () => sendLane(hasFiles, tell, token))));
      if (ends.includes(false)) return false;
      // What waited for an action with files, or came meanwhile.
      if (!(await all()).some(isWaiting)) return true;
    }
  }

  /**
   * @param {boolean} hasFiles
   * @param {Parameters<typeof drain>[0]} tell
   * @param {string} [token]
   * @returns {Promise<boolean>} Whether the server answered.
   */
  async function sendLane(hasFiles, tell, token) {
    for (;;) {
      const action = await next(hasFiles);
      if (!action) return true;
      if (token) action.token = token;
      const news = await send(action);
      // The token may be of the session before: a page has that of now.
      if (news.status === 403 && !token) news.outcome = "away";
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
      if (hasFiles) return true;
    }
  }

  /**
   * Forgets an action that is not being sent.
   * @param {string} key
   * @returns {Promise<boolean>} Whether it was still there.
   */
  async function discard(key) {
    const find = async () => (await all()).find((one) => one.key === key);
    const found = await find();
    return found !== undefined && alone(found.hasFiles, async () => {
      const action = await find();
      if (action?.place === undefined || action.doneAt) return false;
      await remove(action.place);
      return true;
    });
  }

  /**
   * Forgets what was done before the server made a page that is shown now.
   * @param {number} moment
   */
  async function seen(moment) {
    const now = Date.now();
    for (const { place, doneAt } of await all()) {
      // The clock may have been ahead, and be right now.
      const isOld = doneAt && (doneAt < moment || doneAt > now);
      if (place !== undefined && isOld) await remove(place);
    }
  }

  /**
   * Whether an answer without a session says that nothing may stay, because the
   * session was revoked.
   * @param {string | null} header What it wants cleared.
   */
  const mustForget = (header) => header?.includes("storage") ?? false;

  async function forgetPages() {
    if (!("caches" in globalThis)) return;
    for (const name of await caches.keys()) await caches.delete(name);
  }

  /** Deletes everything personal that this browser keeps. */
  async function forget() {
    indexedDB.deleteDatabase("plantguide");
    await forgetPages();
  }

  /**
   * Deletes what this browser keeps, except for what waits: only the person who
   * did it may still send it.
   * @returns {Promise<number>} How many actions wait.
   */
  async function withdraw() {
    await forgetPages();
    await seen(Infinity);
    const count = (await all()).length;
    if (count === 0) await forget();
    return count;
  }

  return { all, add, change, drain, discard, seen, mustForget, forget,
    withdraw };
})();
