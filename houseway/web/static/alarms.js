// Alarms: what somebody is called for is heard, and told by the browser where it may. Each sounds once, when it is new.

const known = new Set(JSON.parse(sessionStorage.getItem("alarms") ?? "[]"));
const holder = () => document.querySelector("[data-alarms]");
let sound = null;

function beep() {
  if (!sound || sound.state !== "running") return;
  for (const [at, pitch] of [[0, 880], [0.18, 660], [0.36, 880]]) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, sound.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.16);
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.17);
  }
}

function look() {
  const standing = JSON.parse(holder()?.dataset.alarms ?? "[]");
  const fresh = standing.filter(([id]) => !known.has(id));
  for (const id of [...known]) if (!standing.some(([other]) => other === id)) known.delete(id);
  for (const [id] of standing) known.add(id);
  sessionStorage.setItem("alarms", JSON.stringify([...known]));
  document.title = document.title.replace(/^(\(\d+\) )?/, standing.length ? `(${standing.length}) ` : "");
  if (!fresh.length) return;
  beep();
  const spoken = document.getElementById("spoken");
  if (spoken) spoken.textContent = fresh.map(([, words]) => words).join(" ");
  if (globalThis.Notification?.permission === "granted" && localStorage.getItem("alarm-push") === "on")
    for (const [id, words] of fresh) new Notification("Houseway", { body: words, tag: id });
  document.dispatchEvent(new CustomEvent("alarms", { detail: fresh }));
}

document.addEventListener("click", async (event) => {
  const sounds = event.target.closest("[data-alarm-sound]");
  if (sounds) {
    const on = sounds.getAttribute("aria-pressed") !== "true";
    sounds.setAttribute("aria-pressed", on);
    if (on) {
      sound ??= new AudioContext();
      await sound.resume();
      beep();
    } else await sound?.suspend();
  }
  const pushes = event.target.closest("[data-alarm-push]");
  if (pushes && globalThis.Notification) {
    const on = pushes.getAttribute("aria-pressed") !== "true" && (await Notification.requestPermission()) === "granted";
    localStorage.setItem("alarm-push", on ? "on" : "");
    pushes.setAttribute("aria-pressed", on);
  }
});

// A dealer's console sounds from the first touch on: browsers let none be heard before.
if (document.body.dataset.page === "dealer")
  document.addEventListener("pointerdown", () => { sound ??= new AudioContext(); sound.resume(); }, { once: true });
for (const pushes of document.querySelectorAll("[data-alarm-push]"))
  pushes.setAttribute("aria-pressed", localStorage.getItem("alarm-push") === "on" && globalThis.Notification?.permission === "granted");
new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-alarms"] });
look();
