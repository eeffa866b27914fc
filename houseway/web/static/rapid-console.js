// The dealer's console: what the table asks next, who is there and what they have down, and every act with its clause.
import { all, banner, cited, clauseMark, colour, countdown, find, listen, money, noBanner, noSpin, nothingLasts, numbers, order } from "./rapid-line.js";

const { rapid: table, staffed, name: me, role } = document.body.dataset;
let doc = null;
let got = 0;
let keyed = null;
let chosen = "";

listen(`/ws/rapid/${table}?page=console`, (message) => {
  doc = message;
  got = performance.now();
  show();
});
countdown(() => doc, () => got);

const cents = (text) => {
  const found = /^\$?([\d,]+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0") || 0) : NaN;
};

// What recalculations left to settle at the cage with people who no longer have their terminal.
function showOwed() {
  const rows = Object.entries(doc.owed).map(([person, cents]) => {
    const row = Object.assign(document.createElement("p"), { textContent: `${person} ${cents > 0 ? "is owed" : "owes"} ${money(Math.abs(cents))} ` });
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: cents > 0 ? "Paid at the cage" : "Taken at the cage" });
    button.onclick = () => act("settle owed", { person });
    row.append(button);
    return row;
  });
  if (find("#owed").dataset.told !== JSON.stringify(doc.owed)) find("#owed").replaceChildren(...rows);
  find("#owed").dataset.told = JSON.stringify(doc.owed);
}

async function act(name, details = {}, more = {}) {
  const answer = await order(table, name, details, { as: "staff", ...more });
  if (answer.ok) {
    if (answer.doc.advice) banner("notice", answer.doc.advice, "", cited(answer));
    else noBanner();
  } else if (answer.doc.code === "second_person" && !more.signed_by) askForSignature(name, details, more, answer.doc.detail);
  else banner("refused", answer.doc.title ?? "Refused", answer.doc.detail ?? "", cited(answer));
  return answer;
}

// What nobody does alone: somebody else signs for it here, with their own password.
const signing = find("#signing");
let unsigned = null;
function askForSignature(name, details, more, why) {
  unsigned = [name, details, more];
  find("#signing-why").textContent = why;
  signing.querySelector("form").reset();
  signing.showModal();
}
signing.addEventListener("submit", (event) => {
  const form = new FormData(event.target);
  const [name, details, more] = unsigned;
  act(name, details, { ...more, signed_by: { name: form.get("signer"), password: form.get("password") } });
});
for (const button of all("dialog .no")) button.onclick = () => button.closest("dialog").close();

// What is asked before something is recorded: a word or two, and once wagers are closed whether the records prove them.
const asking = find("#asking");
function ask(title, field, then) {
  const closed = doc.phase === "no more bets" && !title.startsWith("Send");
  find("#asking-title").textContent = title;
  find("#asking-field").hidden = !field;
  find("span", find("#asking-field")).textContent = field;
  find("#asking-proof").hidden = !closed;
  asking.querySelector("form").reset();
  find("[name=said]", asking).required = Boolean(field);
  for (const choice of all("[name=proven]", asking)) choice.disabled = !closed;
  asking.onsubmit = (event) => {
    const form = new FormData(event.target);
    then(form.get("said"), form.get("proven") ?? "complete");
  };
  asking.showModal();
}

// The keypad: 0 to 36, keyed and then confirmed.
find("#keys").replaceChildren(
  ...Array.from({ length: 37 }, (_, number) => {
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: number, className: colour(number) });
    key.dataset.key = number;
    key.setAttribute("aria-label", `${number} ${colour(number)}`);
    key.onclick = () => press(number);
    return key;
  }),
);
function press(number) {
  keyed = number;
  showKeyed();
  find("#confirm").focus();
}
function showKeyed() {
  for (const key of all("button[data-key]")) key.setAttribute("aria-pressed", String(Number(key.dataset.key) === keyed));
  const open = doc?.asks === "spin" && doc.phase === "no more bets" && !doc.by_house;
  const button = find("#confirm");
  button.disabled = keyed === null || !open;
  button.classList.toggle("off", button.disabled);
  find("#keyed").textContent = keyed === null ? "Key the number in which the ball rests" : `Keyed: ${keyed} ${colour(keyed)}. Say it, then confirm.`;
  button.textContent = keyed === null ? "Enter the number" : `Confirm ${keyed} ${colour(keyed)}`;
}
find("#outcome").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (keyed === null) return;
  const answer = await act("answer", { value: String(keyed) }, { prompt: doc.prompt });
  if (answer.ok) keyed = null;
  showKeyed();
});
let typed = "";
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea")) return;
  if (/^\d$/.test(event.key)) {
    typed = Number(typed + event.key) <= 36 ? typed + event.key : event.key;
    press(Number(typed));
  } else if (event.key === "Escape") {
    [typed, keyed] = ["", null];
    showKeyed();
  } else if (event.key === "Enter") typed = "";
});

find("#open-wagering").onclick = () => act("open wagering");
find("#spun").onclick = () => act("spun");
find("#freeze").onclick = () => confirmTwice("#freeze", "Freeze: press again") && act("freeze", { why: "a wrong entry is suspected" });
find("#release").onclick = () => act("release");
find("#fault-system").onclick = () => ask("System fault", "Which part failed: console, server, network, printer", (part, records) => act("fault", { part, records }));
const pressed = {};
function confirmTwice(id, words) {
  const button = find(id);
  if (pressed[id]) return true;
  pressed[id] = button.textContent;
  button.dataset.again = words;
  button.classList.add("again");
  setTimeout(() => {
    delete pressed[id];
    button.classList.remove("again");
  }, 4000);
  return false;
}

// One terminal
const station = () => chosen || banner("refused", "Choose a terminal", "Press its row first.");
find("#buy-in").onclick = () => {
  if (!station()) return;
  const amount = cents(find("#amount").value);
  if (!(amount > 0)) return banner("refused", "Not an amount", "Write dollars, such as 200 or 12.50.");
  const tendered = find("#tender").value;
  const voucher = find("#voucher");
  if (tendered === "vouchers" && voucher?.value.trim()) return byVoucher(voucher, amount);
  act("buy in", { station: chosen, cents: amount, tender: find("#tender").value, ...(find("#control").value ? { player: find("#control").value } : {}) });
};
// A voucher of the cage is read first: its number goes on record, its serial never does.
async function byVoucher(field, amount) {
  const response = await fetch(`/api/cage/vouchers/${encodeURIComponent(field.value.trim())}`);
  const paper = await response.json().catch(() => ({}));
  if (!response.ok) return banner("refused", paper.title ?? "No voucher", paper.detail ?? "");
  if (paper.cents !== amount) return banner("refused", "Another amount", `The voucher is worth ${money(paper.cents)}.`);
  const player = find("#control").value;
  const answer = await act("buy in", { station: chosen, cents: amount, tender: "vouchers", voucher: paper.number, ...(player ? { player } : {}) });
  if (answer.ok) field.value = "";
}
const simple = { "#pay-out": "pay out", "#mended": "mended" };
for (const [id, name] of Object.entries(simple)) find(id).onclick = () => station() && act(name, { station: chosen });
find("#fault-spin").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = event.target.elements;
  act("fault", { station: fields.station.value, spin: Number(fields.spin.value), records: "none" });
});
find("#fault-station").onclick = () => {
  if (!station()) return;
  const at = chosen;
  if (doc.phase === "no more bets") ask(`Fault at ${at}`, "", (_, records) => act("fault", { station: at, records }));
  else act("fault", { station: at, records: "complete" });
};
find("#send-away").onclick = () => {
  if (!station()) return;
  const at = chosen;
  ask(`Send away ${at}`, "What did the player do?", (ground) => act("send away", { station: at, ground }));
};

find("#recalculate").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const actual = form.get("actual").trim();
  const signature = { name: form.get("signer"), ...(staffed ? { password: form.get("password") } : { role: form.get("role") }) };
  const answer = await act("recalculate", { spin: Number(form.get("spin")), actual: actual === "void" ? null : actual, reason: form.get("reason") }, { signed_by: signature });
  if (answer.ok) event.target.reset();
});
find("#period-form").addEventListener("submit", (event) => {
  event.preventDefault();
  act("period", { seconds: Number(new FormData(event.target).get("seconds")) });
});
find("#minimum-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const amount = cents(new FormData(event.target).get("dollars"));
  if (event.submitter?.value === "post") act("post minimum", { cents: amount });
  else act("limits", { minimum: amount });
});

function show() {
  find("#phase").textContent = doc.no_spin ? "No spin" : doc.words;
  find("#spin").textContent = `Spin ${doc.spin}${doc.no_spin ? `, ${noSpin(doc)}` : ""}`;
  find("#staked").textContent = `${money(doc.staked)} on the table`;
  const asks = {
    waiting: "Open wagering when the table is ready.",
    wagering: doc.spun ? "The ball runs. It must rest after the period is over." : "You may spin if the ball will rest only after the period.",
    "no more bets": doc.spun ? "Say the number in which the ball rests, and enter it." : "Spin the ball now, then enter where it rests.",
    frozen: "All accounts are frozen. Recalculate, then release.",
    closed: "The table is closed.",
  };
  const again = doc.no_spin && ["wagering", "no more bets"].includes(doc.phase) ? "No spin was called. Wagers stand: spin the ball again." : "";
  find("#next").textContent = doc.by_house ? "The house deals this table by the generator." : again || asks[doc.phase];
  find("#open-wagering").disabled = doc.phase !== "waiting";
  find("#open-wagering").classList.toggle("off", doc.phase !== "waiting");
  find("#spun").disabled = !["wagering", "no more bets"].includes(doc.phase) || doc.spun || doc.by_house;
  find("#release").disabled = doc.phase !== "frozen";
  numbers(find("#last"), doc.last, 13);
  const grounds = find("#grounds");
  const list = doc.grounds.map((each) => each.kind).join(" ");
  if (grounds.dataset.key !== list) {
    grounds.dataset.key = list;
    grounds.replaceChildren(
      ...doc.grounds.filter((each) => !each.kind.startsWith("un")).map((each) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: each.label });
        const pair = Object.assign(document.createElement("div"), { className: "cited" });
        button.onclick = () => act("irregularity", { kind: each.kind });
        pair.append(button, clauseMark(each.book, each.clauses.slice(0, 1)));
        return pair;
      }),
    );
  }
  for (const button of all("button", grounds)) button.disabled = Boolean(doc.no_spin) || doc.by_house; // the ball is spun again first
  showStations();
  showOwed();
  showWanted();
  find("#calls").replaceChildren(...doc.calls.slice(0, 6).map((line) => Object.assign(document.createElement("li"), { textContent: `${line.at} ${line.words}` })));
  if (doc.phase === "frozen") banner("frozen", "Frozen", "Wagers and credit stay as they are until the table is released.", doc.clauses, true);
  else nothingLasts();
  showLimits();
  showKeyed();
}

// Who wants the dealer, and which wins two people sign for; a new call sounds.
let heard = new Set();
function showWanted() {
  const box = find("#wanted");
  const row = (words, press) => {
    const line = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: press[0], onclick: press[1] });
    line.append(Object.assign(document.createElement("b"), { textContent: words }), " ", button);
    return line;
  };
  box.replaceChildren(
    ...doc.wanted.map((one) => row(`${one.player} calls, since ${one.since}`, ["I am there", () => act("answer call", { player: one.player })])),
    ...doc.hand_pays.map((one) => row(`Hand pay: ${one.player}, ${money(one.cents)} of spin ${one.round}`, ["Sign the slip", () => askForSignature("sign hand pay", { player: one.player, round: one.round }, {}, "A supervisor who is somebody else signs for it.")])),
  );
  box.hidden = !box.children.length;
  const names = new Set(doc.wanted.map((one) => one.player));
  if ([...names].some((name) => !heard.has(name))) ring();
  heard = names;
}

function ring() {
  try {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.frequency.value = 880;
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.25);
    tone.onended = () => sound.close();
  } catch {
    // a browser that has no sound, or lets none be heard before somebody has touched the page
  }
}

function showStations() {
  const body = find("#stations tbody");
  const open = doc.stations.filter((one) => one.open);
  find("#sums").textContent = `${open.length} of ${doc.stations.length} open · credit ${money(open.reduce((sum, one) => sum + one.credit, 0))} · float ${money(doc.float)}`;
  for (const one of doc.stations) {
    let row = find(`tr[data-station='${one.name}']`, body);
    if (!row) {
      row = document.createElement("tr");
      row.dataset.station = one.name;
      row.tabIndex = 0;
      row.append(...Array.from({ length: 6 }, () => document.createElement("td")));
      row.onclick = () => choose(one.name);
      row.onkeydown = (event) => event.key === "Enter" && choose(one.name);
      body.append(row);
    }
    const state = one.faulty ? "out of order" : one.closing ? "closing, pay out when decided" : one.open ? (one.here ? "open" : "open, not connected") : one.credit ? "payout due" : "closed";
    const cells = [one.name, one.open ? one.control : "", one.open || one.credit ? money(one.credit) : "", one.staked ? money(one.staked) : "", one.running || "", state];
    cells.forEach((words, at) => {
      if (row.cells[at].textContent !== String(words)) row.cells[at].textContent = words;
      if ([2, 3, 4].includes(at)) row.cells[at].className = "num";
    });
    row.className = `${one.open ? "is-open" : "is-closed"}${one.faulty ? " is-faulty" : ""}${one.name === chosen ? " chosen" : ""}`;
  }
}
function choose(name) {
  chosen = name;
  find("#account-title").textContent = name;
  showStations();
}
function showLimits() {
  const key = JSON.stringify(doc.limits);
  const box = find("#limits");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(
    ...doc.limits.map((row) => {
      const line = document.createElement("tr");
      for (const words of [row.words, `${money(row.min)} to ${row.max === null ? "no maximum" : money(row.max)}`, row.unit ? `steps of ${money(row.unit)}` : ""]) line.append(Object.assign(document.createElement("td"), { textContent: words }));
      return line;
    }),
  );
}
