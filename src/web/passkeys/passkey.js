// The only script of the pages that are ours: it asks the browser for a passkey and sends the form with what it answers. Without it
// the form's button stays hidden, and the notice beside it says what else works.
const { SimpleWebAuthnBrowser: webAuthn } = globalThis;

for (const form of webAuthn.browserSupportsWebAuthn() ? document.querySelectorAll("form[data-passkey]") : []) {
  const [failure, notice, button] = [".failure", ".notice", "button"].map((selector) => form.querySelector(selector));
  const ask = { create: webAuthn.startRegistration, use: webAuthn.startAuthentication }[form.dataset.passkey];
  notice.hidden = true;
  button.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failure.hidden = true;
    button.disabled = true;
    try {
      form.elements.passkey.value = JSON.stringify(await ask({ optionsJSON: JSON.parse(form.dataset.options) }));
      form.submit();
    } catch {
      // Cancelled, too late, or no passkey of the person's on this device: the browser doesn't say which, to tell nobody.
      failure.hidden = false;
      button.disabled = false;
      // Which it lost while it was disabled.
      button.focus();
    }
  });
}
