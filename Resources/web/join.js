// Says why somebody signs in again, and what waits for them.
//
// Takes the secret of an invitation out of the address, which browsers keep in
// their history, and puts it into the form.

import "./queue.js";

async function explain() {
  const lines = [];
  try {
    const reason = sessionStorage.getItem("left");
    sessionStorage.removeItem("left");
    if (reason === "ended") lines.push("The session of this browser has ended.");
    if (reason === "revoked") {
      lines.push("The access of this browser was revoked."
        + " It keeps nothing of the journal any more.");
    }
  } catch { /* Then nothing is known. */ }
  // Reading alone would make a database.
  const isKept = (await indexedDB.databases()).length > 0;
  const count = !isKept ? 0 : (await globalThis.careQueue.all()).filter(
    (action) => !action.doneAt).length;
  if (count > 0) {
    lines.push(`${count} ${count === 1 ? "action waits" : "actions wait"} here,`
      + " to be sent when the same person signs in again."
      + " If somebody else signs in, this browser deletes them.");
  }
  if (lines.length === 0) return;
  const notice = document.createElement("p");
  notice.className = "notice is-accent";
  notice.setAttribute("role", "status");
  notice.textContent = lines.join(" ");
  document.getElementById("join")?.before(notice);
}

function takeInvitation() {
  const form = document.getElementById("join");
  const field = document.getElementById("invitation");
  const [secret, end] = location.hash.slice(1).split(";");
  if (!(form instanceof HTMLFormElement)) return;
  if (!(field instanceof HTMLInputElement) || !secret) return;
  history.replaceState(null, "", location.pathname);
  field.value = secret;
  // Only a link of this machine's own user needs no question: any other could
  // sign somebody in who did not mean to. The server shows the form for those.
  const isOwn = ["127.0.0.1", "[::1]", "localhost"].includes(location.hostname);
  if (end === "now" && isOwn) {
    const now = document.createElement("input");
    now.type = "hidden";
    now.name = "now";
    now.value = "true";
    form.append(now);
    form.requestSubmit();
  } else {
    const part = field.closest(".field");
    if (part instanceof HTMLElement) part.hidden = true;
    form.querySelector("button")?.focus();
  }
}

takeInvitation();
void explain().catch(() => {});
window.addEventListener("hashchange", takeInvitation);
