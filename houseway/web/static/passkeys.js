// Passkeys: a device makes a key for somebody who is signed in, or signs a challenge of the house with one it has.
const find = (selector) => document.querySelector(selector);

async function ask(path, doc) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(doc ?? {}) });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(answer.detail ?? answer.title);
  return answer;
}

function told(form, work) {
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const where = form.querySelector(".answer");
    where.className = "answer";
    where.textContent = "";
    try {
      await work(new FormData(form));
      location.assign("/staff");
    } catch (wrong) {
      where.className = "answer no";
      where.textContent = wrong.name === "NotAllowedError" ? "The device gave no passkey. Nothing was changed." : wrong.message;
    }
  });
}

const able = "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in window.PublicKeyCredential;
for (const form of document.querySelectorAll("form[data-passkey]")) form.hidden = !able;

told(find("form[data-passkey=add]"), async (fields) => {
  const { ticket, publicKey } = await ask("/api/staff/passkeys/offer");
  const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  await ask("/api/staff/passkeys", { ticket, credential: made.toJSON(), label: fields.get("label") });
});

told(find("form[data-passkey=sign-in]"), async () => {
  const { ticket, publicKey } = await ask("/api/passkeys/ask");
  const signed = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  await ask("/api/staff", { passkey: { ticket, credential: signed.toJSON() } });
});
