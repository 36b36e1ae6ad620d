// Photos: two beside each other under a slider, all of a plant as a film, and
// one after another by a finger or the arrow keys.

import { main, make } from "./dom.js";

/** Begins what a page with photos has. */
export function startPhotos() {
  for (const place of main().querySelectorAll(".comparison")) compare(place);
  for (const list of main().querySelectorAll("[data-frames]")) film(list);
  startTurning();
}

/**
 * The words below a photo.
 * @param {Element} photo
 */
function caption(photo) {
  const words = photo.getAttribute("data-date")
    ?? photo.closest("figure, li, a")
      ?.querySelector("figcaption, time, .note")?.textContent
    ?? photo.getAttribute("alt") ?? "";
  return words.replace(/\s+/g, " ").trim();
}

/** The photos that were compared last, and the share that was seen. */
let compared = { sources: "", share: "" };

/**
 * Puts the second of two photos over the first; a slider says how much of it is
 * seen. A page that shows the same photos again keeps the share.
 * @param {Element} place
 */
function compare(place) {
  const [before, after] = Array.from(place.querySelectorAll("img"));
  const slider = place.querySelector(".comparison-slider");
  const cut = slider?.querySelector("input");
  if (!before || !after || !(slider instanceof HTMLElement) || !cut
    || !slider.hidden) return;
  const [older, newer] = [before, after].map((photo) => {
    photo.hidden = true;
    return make("img", { src: photo.src, alt: photo.alt });
  });
  newer.classList.add("is-over");
  const stack = make("div", { class: "stack", "data-script": "" }, older, newer);
  const names = [before, after].map(caption);
  const sources = `${before.src} ${after.src}`;
  if (compared.sources === sources) cut.value = compared.share;
  const move = () => {
    const share = Number(cut.value);
    compared = { sources, share: cut.value };
    stack.style.setProperty("--cut", `${share}%`);
    cut.setAttribute("aria-valuetext",
      `${share} % ${names[0]}, ${100 - share} % ${names[1]}`);
  };
  cut.addEventListener("input", move);
  /** @param {PointerEvent} event */
  const drag = ({ clientX, buttons, type }) => {
    if (type === "pointermove" && buttons === 0) return;
    const box = stack.getBoundingClientRect();
    const share = (clientX - box.left) / box.width;
    cut.value = String(Math.round(100 * Math.min(1, Math.max(0, share))));
    move();
  };
  stack.addEventListener("pointerdown", drag);
  stack.addEventListener("pointermove", drag);
  slider.prepend(stack);
  slider.dataset.script = "";
  slider.hidden = false;
  place.classList.add("is-stacked");
  move();
}

/**
 * The film of the page: the photos that it shows, its part of the page, and
 * where it is.
 * @type {{sources: string, player: Element, at: () => string,
 *   isPlaying: () => boolean, speed: () => string, stop: () => void} | undefined}
 */
let shownFilm;

/** @param {ParentNode} place */
const sourcesOf = (place) => Array.from(
  place.querySelectorAll("[data-frames] img"),
  (photo) => photo.getAttribute("src")).join("\n");

// A page with the same photos keeps the player where it is. In the new page an
// empty element stands for it, which the old one replaces.
document.addEventListener("beforepage", (event) => {
  const page = event instanceof CustomEvent ? event.detail : null;
  const list = page.querySelector("[data-frames]");
  if (!shownFilm?.player.isConnected || !(list instanceof Element)
    || sourcesOf(page) !== shownFilm.sources) return;
  list.before(make("div", { id: "film", "data-script": "" }));
  list.setAttribute("hidden", "");
});
document.addEventListener("page", () => {
  const place = document.getElementById("film");
  if (!shownFilm || !place || place === shownFilm.player) return;
  place.replaceWith(shownFilm.player);
});

/**
 * Plays the photos of a list one after another.
 * @param {Element} list
 */
function film(list) {
  const frames = Array.from(list.querySelectorAll("img"), (photo) => ({
    source: photo.getAttribute("src") ?? "", date: caption(photo),
  }));
  if (frames.length < 2 || !(list instanceof HTMLElement) || list.hidden) return;

  const canvas = make("canvas", { width: "960", height: "960", role: "img" });
  const play = make("button", { type: "button", class: "button" }, "Play");
  const step = (/** @type {string} */ words) => make("button",
    { type: "button", class: "button is-plain" }, words);
  const back = step("Previous");
  const forth = step("Next");
  const place = make("input", {
    type: "range", min: "0", max: String(frames.length - 1), value: "0",
    "aria-label": "Photo",
  });
  const speed = make("input", {
    type: "range", min: "1", max: "5", value: "3", "aria-label": "Speed",
  });
  const date = make("output", {});
  const player = make("div",
    { class: "film flow", id: "film", "data-script": "" }, canvas,
    date, place, make("div", { class: "inline" }, back, play, forth),
    make("label", { class: "film-speed" }, "Speed", speed));
  list.before(player);
  list.hidden = true;

  /** @type {Map<number, Promise<ImageBitmap>>} */
  const pictures = new Map();
  let shown = 0;
  let isPlaying = false;
  /** @type {number | undefined} */
  let timer;

  /** @param {number} index */
  function picture(index) {
    const known = pictures.get(index);
    if (known) return known;
    const made = fetch(frames[index].source)
      .then((response) => response.blob())
      .then((blob) => createImageBitmap(blob));
    pictures.set(index, made);
    made.catch(() => pictures.delete(index));
    // Each of them is as large as the photo.
    for (const [other, old] of pictures) {
      const isNear = (other - index + frames.length) % frames.length < 4;
      if (isNear || other === index) continue;
      pictures.delete(other);
      old.then((bitmap) => bitmap.close()).catch(() => {});
    }
    return made;
  }

  /** @param {number} index */
  async function draw(index) {
    shown = (index + frames.length) % frames.length;
    const mine = shown;
    place.value = String(mine);
    place.setAttribute("aria-valuetext", frames[mine].date);
    date.textContent = frames[mine].date;
    canvas.setAttribute("aria-label", frames[mine].date);
    canvas.dataset.shown = "";
    const bitmap = await picture(mine).catch(() => null);
    const context = canvas.getContext("2d");
    if (mine !== shown || !bitmap || !context) return;
    const scale = Math.min(canvas.width / bitmap.width,
      canvas.height / bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, (canvas.width - width) / 2,
      (canvas.height - height) / 2, width, height);
    canvas.dataset.shown = String(mine);
    void picture((mine + 1) % frames.length).catch(() => {});
  }

  /** @param {boolean} wanted */
  function run(wanted) {
    isPlaying = wanted;
    play.textContent = wanted ? "Pause" : "Play";
    clearTimeout(timer);
    if (wanted) timer = window.setTimeout(next, pause());
  }

  // Steps of two: 0.3 s a photo in the middle.
  const pause = () => 300 * 2 ** (3 - Number(speed.value));

  async function next() {
    const begin = performance.now();
    // It ends with the latest photo.
    if (shown === frames.length - 1) return run(false);
    await draw(shown + 1);
    if (!isPlaying) return;
    const rest = Math.max(0, pause() - (performance.now() - begin));
    timer = window.setTimeout(next, rest);
  }

  play.addEventListener("click", async () => {
    if (!isPlaying && shown === frames.length - 1) await draw(0);
    run(!isPlaying);
  });
  back.addEventListener("click", () => { run(false); void draw(shown - 1); });
  forth.addEventListener("click", () => { run(false); void draw(shown + 1); });
  place.addEventListener("input", () => {
    run(false);
    void draw(Number(place.value));
  });
  // With other photos than before it goes on where it was.
  const before = shownFilm;
  const start = frames.findIndex(({ source }) => source === before?.at());
  shownFilm = {
    sources: sourcesOf(main()), player, at: () => frames[shown].source,
    isPlaying: () => isPlaying, speed: () => speed.value, stop: () => run(false),
  };
  if (before && start >= 0) {
    speed.value = before.speed();
    if (before.isPlaying()) run(true);
    before.stop();
  }
  void draw(Math.max(0, start));
}

let turns = false;

/** Turns to the photo before or after. */
function startTurning() {
  if (turns) return;
  turns = true;
  /** @param {"previous" | "next"} way */
  const turn = (way) => {
    const link = main().querySelector(`a[data-step="${way}"]`);
    if (link instanceof HTMLElement) link.click();
  };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isFree = !(target instanceof Element
      && target.closest("input, textarea, select, dialog"));
    if (!isFree || event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "ArrowLeft") turn("previous");
    if (key === "ArrowRight") turn("next");
  });
  let start = [0, 0];
  document.addEventListener("touchstart", ({ touches, target }) => {
    const isOn = touches.length === 1 && target instanceof Element
      && target.closest("[data-photo]") && !target.closest("[data-script]");
    start = isOn ? [touches[0].clientX, touches[0].clientY] : [NaN, NaN];
  }, { passive: true });
  document.addEventListener("touchend", ({ changedTouches }) => {
    const [x, y] = [changedTouches[0].clientX - start[0],
      changedTouches[0].clientY - start[1]];
    if (Math.abs(x) > 64 && Math.abs(x) > 2 * Math.abs(y)) {
      turn(x > 0 ? "previous" : "next");
    }
  }, { passive: true });
}
