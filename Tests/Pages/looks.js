() => {
  // Whatever is clipped, overlaps or makes the page scroll sideways.
  const faults = [];
  // A dialog is on top of the page.
  const top = document.querySelector("dialog[open]") ?? document.body;
  const width = document.documentElement.clientWidth;
  const left = ".skip-link, [popover], .is-scrolling, .hidden-label, .drops, .pull";
  const name = (element) => `${element.localName}.${
    element.getAttribute("class") ?? ""} '${element.textContent.trim().slice(0, 30)}'`;
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ contentVisibilityAuto: true })
      && !element.closest(left);
  };
  if (document.documentElement.scrollWidth > width) {
    faults.push(`scrolls sideways to ${document.documentElement.scrollWidth}`);
  }
  for (const element of top.querySelectorAll("*")) {
    if (!isSeen(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.left < -1 || box.right > width + 1) faults.push(`outside: ${name(element)}`);
    const isClipped = element.clientWidth && element.scrollWidth > element.clientWidth + 1
      && getComputedStyle(element).display !== "inline"
      && !(element instanceof SVGElement) && !element.matches("select, input");
    if (isClipped) faults.push(`clipped: ${name(element)}`);
  }
  const things = Array.from(top.querySelectorAll(
    "a, button, summary, li.tag, .note, h1, h2, .late, .count, .ring")).filter(isSeen);
  const fixed = (element) => element.closest(".tabs, .toast, .selection");
  things.forEach((one, index) => {
    for (const other of things.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || fixed(one) !== fixed(other)) continue;
      // A card is covered by its link.
      if (one.closest(".card") && one.closest(".card") === other.closest(".card")) continue;
      for (const a of one.getClientRects()) {
        for (const b of other.getClientRects()) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 4) faults.push(`overlap: ${name(one)} and ${name(other)}`);
        }
      }
    }
  });
  return faults.slice(0, 20);
}
