// Motion that a style sheet alone cannot start. Nothing waits for it, and with
// reduced motion there is none.

import { expected, icon, make, moves, refresh } from "./dom.js";

/**
 * Lets three drops fall onto a button, and stay with it if the page scrolls.
 * @param {Element} button
 */
export function drops(button) {
  if (!moves()) return;
  const box = button.getBoundingClientRect();
  const fall = make("div", { class: "drops", "aria-hidden": "true" },
    icon("drop"), icon("drop"), icon("drop"));
  fall.style.setProperty("left", `${box.left + scrollX}px`);
  fall.style.setProperty("top", `${box.top + scrollY}px`);
  document.body.append(fall);
  setTimeout(() => fall.remove(), 700);
}

const pullLength = 96;

/** Lets a finger that pulls the page down load it again. */
export function startPull() {
  const leaf = make("div", { class: "pull", "aria-hidden": "true" },
    icon("leaf"));
  let start = -1;
  let length = 0;
  document.addEventListener("touchstart", ({ touches, target }) => {
    const isFree = scrollY <= 0 && touches.length === 1
      && target instanceof Element && !target.closest("dialog, [data-script]");
    start = isFree ? touches[0].clientY : -1;
    length = 0;
  }, { passive: true });
  document.addEventListener("touchmove", ({ touches }) => {
    if (start < 0) return;
    length = scrollY > 0 ? 0 : Math.max(0, touches[0].clientY - start);
    if (length < 16) return;
    if (!leaf.isConnected) document.body.append(leaf);
    const share = Math.min(1, length / pullLength);
    leaf.style.setProperty("--pulled", String(share));
  }, { passive: true });
  const end = async () => {
    const isMeant = start >= 0 && length >= pullLength;
    start = -1;
    if (isMeant) {
      leaf.classList.add("is-turning");
      await refresh().catch(expected);
      leaf.classList.remove("is-turning");
    }
    leaf.remove();
  };
  document.addEventListener("touchend", end);
  document.addEventListener("touchcancel", () => {
    start = -1;
    leaf.remove();
  });
}
