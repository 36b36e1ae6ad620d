// A photo from the camera into the form that would take a file.

import { main, make } from "./dom.js";

/** Offers the camera beside the fields for photos. */
export function startCamera() {
  for (const form of main().querySelectorAll(forms)) offer(form);
}

const forms = "form:is([action='/do/photos'], [action='/do/identifications'])";

/** @param {Element} place */
function offer(place) {
  const fields = Array.from(place.querySelectorAll("input[type=file]"))
    .flatMap((field) => field instanceof HTMLInputElement ? [field] : []);
  const first = fields[0];
  if (!first || !navigator.mediaDevices
    || place.querySelector("[data-script]")) return;
  const open = make("button", { type: "button", class: "button is-soft" },
    "Use the camera");
  const take = make("button", { type: "button", class: "button" },
    "Take the photo");
  const video = make("video", { playsinline: "", muted: "", "aria-label": "Camera" });
  const preview = make("img", { alt: "The photo that you took" });
  const news = make("p", { class: "note", role: "status" });
  const viewfinder = make("div", { class: "viewfinder flow", "data-script": "" },
    open, news);
  (first.closest(".fields") ?? first.closest(".field") ?? first)
    .before(viewfinder);
  /** @type {MediaStream | undefined} */
  let stream;

  function stop() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.remove();
    take.remove();
  }

  open.addEventListener("click", async () => {
    stop();
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1920 } },
      });
      video.srcObject = stream;
      preview.remove();
      viewfinder.prepend(video);
      await video.play();
      // Before that there is no picture to take.
      video.after(take);
      open.textContent = "Begin again";
      news.textContent = "";
      take.focus();
    } catch {
      news.textContent = "The camera cannot be used. Choose a photo instead.";
    }
  });

  take.addEventListener("click", () => {
    const canvas = make("canvas", {
      width: String(video.videoWidth), height: String(video.videoHeight),
    });
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    canvas.toBlob((blob) => {
      if (!blob) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], "camera.jpg",
        { type: "image/jpeg", lastModified: Date.now() }));
      // The next photo of the same plant goes into the next field.
      const field = fields.find(({ files }) => files?.length === 0) ?? first;
      field.closest("details")?.setAttribute("open", "");
      field.files = files.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      preview.src = URL.createObjectURL(blob);
      stop();
      viewfinder.prepend(preview);
      news.textContent = "The photo is in the form.";
      const button = field.form?.querySelector("button:not([type=button])");
      if (button instanceof HTMLElement) button.focus();
    }, "image/jpeg", 0.92);
  });

  window.addEventListener("pagehide", stop);
}
