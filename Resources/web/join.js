// Takes the secret of an invitation out of the address, which browsers keep in
// their history, and puts it into the form.

function takeInvitation() {
  const form = document.getElementById("join");
  const field = document.getElementById("invitation");
  const [secret, end] = location.hash.slice(1).split(";");
  if (!(form instanceof HTMLFormElement)) return;
  if (!(field instanceof HTMLInputElement) || !secret) return;
  history.replaceState(null, "", location.pathname);
  field.value = secret;
  // Only a link of this machine's own user needs no question: any other could
  // sign somebody in who did not mean to.
  const isOwn = ["127.0.0.1", "[::1]", "localhost"].includes(location.hostname);
  if (end === "now" && isOwn) {
    form.requestSubmit();
  } else {
    const part = field.closest(".field");
    if (part instanceof HTMLElement) part.hidden = true;
    document.getElementById("device")?.focus();
  }
}

takeInvitation();
window.addEventListener("hashchange", takeInvitation);
