// A terminal. The house decides; this page shows what it decided and sends what fingers do. Every touch has a key made here and
// kept until it is answered, so that a lost connection costs nothing and nothing is bet twice.
import { all, banner, cited, colour, countdown, find, listen, money, noSpin, nothingLasts, numbers, order, recalculated, speak } from "./rapid-line.js";

const { rapid: table, station } = document.body.dataset;
const { spots, wheel, chips: radii } = JSON.parse(find("#places").textContent);
const rules = JSON.parse(find("#rules").textContent); // clauses for what this page says by itself
const store = sessionStorage;
const place = `rapid ${table} ${station}`;

// Keys: a word of this page's own and a number that counts up; both outlive a reload.
const session =
  store.getItem(`${place} session`) ??
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
store.setItem(`${place} session`, session);
const waiting = new Map(JSON.parse(store.getItem(`${place} waiting`) ?? "[]")); // key to the text sent
const keepWaiting = () => store.setItem(`${place} waiting`, JSON.stringify([...waiting]));
const nextKey = () => {
  const count = Number(store.getItem(`${place} count`) ?? 0) + 1;
  store.setItem(`${place} count`, count);
  return `${session}-${String(count).padStart(8, "0")}`;
};

// Of three cloths the one is used that fits the screen; chips lie on that one.
const narrow = [["phone", matchMedia("(max-width: 767px)")], ["tablet", matchMedia("(max-width: 899px)")]];
let way = "desk";
let cloth = find("#cloth-desk");
function turn() {
  way = narrow.find(([, fits]) => fits.matches)?.[0] ?? "desk";
  cloth = find(`#cloth-${way}`);
  cloth.append(find("#chips"), find("#going"));
  show();
}

const LITTLE = 10; // seconds: whoever is later than that was not late for this spin, but before the next

let doc = null; // the last state
let got = 0; // when it came
let chips = {}; // what lies on each bet, as the house has it
let token = 500;
let around = 2;
let undoing = []; // what each touch of this spin changed, newest last
let kind = "";
let picks = [];
const bets = new Map(); // key to what it asked for

const line = listen(`/ws/rapid/${table}/${station}`, told, () => document.body.classList.add("offline"));
countdown(() => doc, () => got);

// A line that is dead without saying so: a touch has no answer, or the period is over and nobody has said so.
// Each time it takes twice as long to lose patience, lest terminals call again and again at a house that is only slow.
let patience = 1500;
const sentAt = new Map();
setInterval(() => {
  const now = performance.now();
  const unanswered = [...waiting.keys()].some((key) => now - (sentAt.get(key) ?? now) > patience);
  const overdue = doc?.phase === "wagering" && doc.left !== null && now - got > doc.left * 1000 + patience;
  if (!unanswered && !overdue) return;
  patience = Math.min(patience * 2, 12000);
  line.drop();
}, 500);
const send = (key) => {
  sentAt.set(key, performance.now());
  line.send(waiting.get(key));
};

function told(message) {
  if (message.t === "answer") return answered(message);
  const first = doc === null || document.body.classList.contains("offline");
  document.body.classList.remove("offline");
  const before = doc;
  doc = message;
  document.body.dataset.reached = doc.number;
  got = performance.now();
  if (first) for (const key of waiting.keys()) send(key);
  if (before && before.spin !== doc.spin) {
    undoing = [];
    if (doc.result) settled(doc.result);
  }
  if (!waiting.size || !before || before.spin !== doc.spin || doc.phase !== "wagering") chips = { ...doc.chips };
  show();
}

// Touches

function touch(changes, undo = true) {
  if (!doc) return;
  const key = nextKey();
  const text = JSON.stringify({ key, spin: doc.spin, bets: changes });
  waiting.set(key, text);
  bets.set(key, { changes, undo, before: { ...chips } });
  keepWaiting();
  going(changes);
  send(key);
}

function answered(message) {
  const asked = bets.get(message.key);
  patience = 1500;
  if (message.fault === "busy" && waiting.has(message.key)) return void setTimeout(() => send(message.key), 400);
  waiting.delete(message.key);
  sentAt.delete(message.key);
  bets.delete(message.key);
  keepWaiting();
  if (message.ok) {
    const back = [];
    for (const [spot, total] of Object.entries(message.chips)) {
      const was = chips[spot] ?? 0;
      if (total !== was) back.push([spot, was - total]);
      if (total) chips[spot] = total;
      else delete chips[spot];
    }
    if (asked?.undo && back.length && !message.again) undoing.push(back);
    doc.credit = message.credit;
    const snapped = asked?.changes.filter(([spot, change]) => change > 0 && (message.chips[spot] ?? 0) < (asked.before[spot] ?? 0) + change);
    if (snapped?.length) {
      const [spot] = snapped[0];
      banner("notice", `${money(message.chips[spot])} on ${named(spot)}`, "It became the next lower permitted wager.", rules.lower);
    }
    stay();
  } else {
    bounce(asked?.changes ?? [], message);
  }
  show();
}

const named = (spot) => spots[spot]?.words ?? spot.replace(":", " ").replaceAll("/", ", ");

// Chips on their way: a dashed ring until the house has them; a late one goes back the way it came.
function going(changes) {
  for (const [spot, change] of changes) if (change > 0 && spots[spot]) find("#going").append(chipAt(spot, change, "pending"));
}
const stay = () => waiting.size || find("#going").replaceChildren();

function bounce(changes, message) {
  find("#going").replaceChildren();
  const total = changes.reduce((sum, [, change]) => sum + Math.max(0, change), 0);
  for (const [spot, change] of changes) {
    if (change <= 0 || !spots[spot]) continue;
    const ghost = chipAt(spot, change, "pending back");
    find("#going").append(ghost);
    setTimeout(() => ghost.remove(), 4000);
  }
  const late = message.late !== undefined || doc?.phase === "no more bets";
  const little = message.late !== undefined && message.late < LITTLE;
  const head = late ? (little ? `Late by ${message.late.toFixed(1)} seconds` : "Betting is closed") : "Refused";
  const words = late ? `Your ${money(total)} came back: betting had closed. Nothing was charged.` : sentence(message.because ?? "");
  banner(late ? "late" : "refused", head, words, message.clauses ?? []);
}
const sentence = (words) => words && words[0].toUpperCase() + words.slice(1) + (/[.?!]$/.test(words) ? "" : ".");

// Drawing

const FACES = [[100000, "#DD8427", "#171A1B", 12], [50000, "#5B3A86", "#FFFFFF", 10], [10000, "#1A1D1E", "#FFFFFF", 8], [2500, "#1C7347", "#FFFFFF", 8], [1000, "#2F6FC0", "#FFFFFF", 6], [500, "#B92B27", "#FFFFFF", 6], [0, "#E9E4D2", "#171A1B", 4]];
const svg = (name, attributes, ...inside) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...inside);
  return node;
};
const short = (cents) => (cents >= 100000 ? `${Number((cents / 100000).toPrecision(3))}k` : cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

function chipAt(spot, cents, extra = "") {
  const [x, y] = spots[spot].at[way];
  const r = radii[way];
  const [, fill, ink, marks] = FACES.find(([least]) => cents >= least);
  const ring = 2 * Math.PI * 0.9 * r;
  const dash = (ring / marks) * 0.4;
  const label = svg("text", { y: r * 0.27, "text-anchor": "middle", "font-size": r * { 1: 0.86, 2: 0.74, 3: 0.54 }[short(cents).length] || r * 0.42, "font-weight": 700, fill: ink });
  label.textContent = short(cents);
  return svg(
    "g", { class: `lying ${extra}`, transform: `translate(${x} ${y})`, "data-on": spot },
    svg("circle", { cy: 1.6, r, fill: "#000", "fill-opacity": 0.36 }),
    svg("circle", { r, fill }),
    svg("circle", { r: r * 0.9, fill: "none", stroke: ink === "#FFFFFF" ? "#F2EFE1" : "#5E6A66", "stroke-width": r * 0.2, "stroke-dasharray": `${dash} ${ring / marks - dash}`, "stroke-dashoffset": dash / 2 }),
    svg("circle", { r: r * 0.7, fill, stroke: ink === "#FFFFFF" ? "#F2EFE1" : "#5E6A66", "stroke-width": r * 0.055 }),
    label,
    ...(extra.includes("pending") ? [svg("circle", { r: r + 3, class: "dashes" })] : []),
  );
}

function show() {
  if (!doc) return;
  const frozen = doc.phase === "frozen";
  const able = doc.phase === "wagering" && doc.open && !doc.faulty && !doc.closing;
  document.body.classList.toggle("frozen", frozen);
  document.body.classList.toggle("able", able);
  document.body.dataset.phase = doc.phase;
  const lying = Object.entries(chips).filter(([spot]) => spots[spot]);
  find("#chips").replaceChildren(...lying.map(([spot, cents]) => chipAt(spot, cents)));
  for (const cell of all("[data-number]", cloth)) {
    const text = cell.querySelector("text");
    text.dataset.y ??= text.getAttribute("y");
    const up = chips[`straight:${cell.dataset.number}`] && cell.dataset.number !== "0";
    text.setAttribute("y", up ? Number(text.dataset.y) - radii[way] : text.dataset.y);
    text.classList.toggle("up", Boolean(up));
  }
  for (const cell of all(".printed > [data-outside]", cloth)) {
    // the words of an outside cell give way to a chip
    cell.querySelector("g")?.classList.toggle("aside", Boolean(chips[cell.dataset.outside]));
  }
  for (const node of all("[data-spot]", cloth)) {
    const spot = spots[node.dataset.spot];
    if (!spot) continue;
    const words = spot.words[0].toUpperCase() + spot.words.slice(1);
    node.setAttribute("aria-label", chips[node.dataset.spot] ? `${words}, your ${money(chips[node.dataset.spot]).slice(1)} dollars` : words);
    node.setAttribute("aria-disabled", String(!able));
  }
  const staked = Object.values(chips).reduce((a, b) => a + b, 0);
  find("#phase").textContent = doc.faulty ? "Out of order" : doc.closing ? "Closing" : doc.no_spin ? "No spin" : doc.words;
  find("#spin").textContent = `Spin ${doc.spin}`;
  find("#credit").textContent = money(doc.credit);
  find("#staked").textContent = money(staked);
  const result = doc.result;
  find("#won").textContent = result ? (result.won ? `+${money(result.won)}` : money(0)) : "–";
  find("#won").classList.toggle("some", Boolean(result?.won));
  find("#number").textContent = doc.last.length ? `${doc.last[0]} ${colour(doc.last[0])}` : "–";
  find("#came").textContent = result ? cameTo(result) : "";
  numbers(find("#last"), doc.last, 8);
  find("#notices").textContent = [...doc.notices.map((notice) => notice.words), recalculated(doc)].filter(Boolean).map((words) => `▲ ${words}`).join(" ");
  for (const [id, can] of [["undo", undoing.length], ["clear", staked], ["repeat", result && Object.keys(result.wagers).length], ["double", staked]]) find(`#${id}`).disabled = !able || !can;
  showSequence(able);
  if (frozen) banner("frozen", "Frozen", "A supervisor has been called. Wagers and credit stay as they are.", doc.clauses, true);
  else if (doc.no_spin) banner("void", "No spin", `${noSpin(doc)[0].toUpperCase()}${noSpin(doc).slice(1)}. Your wagers stand, and the ball is spun again.`, doc.no_spin.clauses, true);
  else nothingLasts();
  const buy = find("#buy");
  if (!doc.open && !buy.open) buy.show();
  if (doc.open && buy.open) buy.close();
}

// The last spin in a line: the number, what was laid and what came back.
function cameTo({ spin, number, colour: pocket, staked, back, returned }) {
  if (number === null) return `Spin ${spin} was void: ${money(returned)} came back.`;
  return `Spin ${spin}: ${number} ${pocket}. ${staked ? `You laid ${money(staked)}; ${back ? money(back) : "nothing"} came back.` : "You had nothing on it."}`;
}

function settled(result) {
  if (result.number === null) banner("void", "Void spin", `${money(result.returned)} returned, net $0.`, result.clauses);
  speak(result.number === null ? "The spin is void" : `${result.number} ${result.colour}. ${result.won ? `Won ${money(result.won)}` : ""}`);
  for (const lit of all("#cloth .just")) lit.classList.remove("just");
  for (const lit of all(`#cloth [data-number='${result.number}']`)) lit.classList.add("just");
}

// Sequences

function showSequence(able) {
  const length = { double: 2, treble: 3, quad: 4 }[kind] ?? 0;
  const key = `${kind} ${picks.join(" ")} ${doc.spin} ${token} ${able}`;
  const box = find("#picks");
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    for (const button of all("[data-kind]")) button.setAttribute("aria-checked", String(button.dataset.kind === kind));
    box.replaceChildren(
      ...Array.from({ length }, (_, at) => {
        const cell = document.createElement("button");
        cell.type = "button";
        cell.dataset.pick = at;
        const number = picks[at];
        cell.className = number === undefined ? (at === picks.length ? "pick next" : "pick") : `pick ${colour(number)}`;
        cell.textContent = number === undefined ? (at === picks.length ? "Pick a number" : "") : number;
        const foot = document.createElement("small");
        foot.textContent = `Spin ${doc.spin + at}`;
        cell.append(foot);
        return cell;
      }),
    );
    const names = { double: ["First only", "Both"], treble: ["First only", "First two", "All three"], quad: ["First only", "First two", "First three", "All four"] };
    const pays = kind ? find("#pays").dataset[kind].split("|") : [];
    find("#pays").replaceChildren(
      ...pays.flatMap((odds, at) => {
        const name = document.createElement("dt");
        const value = document.createElement("dd");
        name.textContent = names[kind][at];
        value.textContent = odds.replace(/\d{4,}/, (n) => Number(n).toLocaleString("en-AU"));
        return [name, value];
      }),
    );
    const button = find("#place-sequence");
    const missing = length - picks.length;
    button.disabled = !able || !kind || missing > 0;
    button.classList.toggle("off", button.disabled);
    button.textContent = !kind ? "Choose a kind" : `Place ${kind[0].toUpperCase()}${kind.slice(1)}, ${money(token)}`;
    if (kind && missing > 0) button.append(small(`${missing} number${missing === 1 ? "" : "s"} to pick`));
  }
  const running = [
    ...Object.entries(chips).filter(([spot]) => !spots[spot]).map(([spot, cents]) => ({ words: `${named(spot)[0].toUpperCase()}${named(spot).slice(1)}`, cents, spot })),
    ...doc.running.map((one) => ({ words: `${one.kind[0].toUpperCase()}${one.kind.slice(1)} ${one.came.join(" ✓ ")} ✓ then ${one.next}`, cents: one.cents, on: doc.spin })),
  ];
  find("#running").replaceChildren(
    ...running.map((one) => {
      const item = document.createElement("li");
      const words = document.createElement("b");
      words.textContent = one.words;
      item.append(words, ` ${money(one.cents)}${one.on ? ` on spin ${one.on}` : ""}`);
      if (one.spot && doc.phase === "wagering") {
        const off = document.createElement("button");
        off.type = "button";
        off.textContent = "Take off";
        off.onclick = () => touch([[one.spot, -one.cents]]);
        item.append(off);
      }
      return item;
    }),
  );
}
const small = (words) => Object.assign(document.createElement("small"), { textContent: words });

// Fingers, mouse and keys

function lay(spot) {
  if (!doc?.open) return;
  if (spot.startsWith("around:")) {
    const at = wheel.indexOf(Number(spot.slice(7)));
    const ring = Array.from({ length: 2 * around + 1 }, (_, n) => wheel[(at + n - around + wheel.length * 2) % wheel.length]);
    return touch(ring.map((number) => [`straight:${number}`, token]));
  }
  if (kind && picks.length < { double: 2, treble: 3, quad: 4 }[kind] && spot.startsWith("straight:")) {
    picks = [...picks, Number(spot.slice(9))];
    return show();
  }
  touch([[spot, token]]);
}

const box = find("#cloth");
const spotAt = (x, y) => document.elementFromPoint(x, y)?.closest?.("[data-spot]")?.dataset.spot ?? document.elementFromPoint(x, y)?.closest?.("[data-on]")?.dataset.on;
let drag = null;

function loupe(spot, x, y) {
  const box = find("#loupe");
  box.hidden = !spot;
  if (!spot) return;
  const ring = spot.startsWith("around:");
  box.textContent = ring ? `${spot.slice(7)} and ${around} on either side` : `${spots[spot].words}: ${spots[spot].numbers.length > 6 ? `${spots[spot].numbers.length} numbers` : spots[spot].numbers.join(" ")}`;
  box.style.left = `${Math.min(x, innerWidth - 220)}px`;
  box.style.top = `${Math.max(8, y - 70)}px`;
}

// Pressing shows which bet it is, releasing places, sliding off cancels. A chip dragged from the tray goes where it is dropped;
// one dragged from a bet moves to another, or off the layout back to the credit.
box.addEventListener("pointerdown", (event) => {
  const on = event.target.closest("[data-on]")?.dataset.on;
  const spot = event.target.closest("[data-spot]")?.dataset.spot ?? on;
  if (!spot) return;
  event.preventDefault();
  drag = { from: on ? { spot: on, cents: chips[on] } : null, start: spot, x: event.clientX, y: event.clientY };
  loupe(spot, event.clientX, event.clientY);
});
for (const button of all("[data-token]")) {
  button.addEventListener("pointerdown", (event) => {
    choose(Number(button.dataset.token));
    drag = { tray: true, x: event.clientX, y: event.clientY };
    button.releasePointerCapture?.(event.pointerId);
  });
}
window.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 12;
  if (drag.moved || drag.start) loupe(spotAt(event.clientX, event.clientY), event.clientX, event.clientY);
});
window.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { from, start, tray, moved } = drag;
  drag = null;
  loupe("", 0, 0);
  const spot = spotAt(event.clientX, event.clientY);
  if (tray) return void (moved && spot && lay(spot));
  if (from && moved && spot !== from.spot) {
    const cents = from.cents;
    return touch(spot && spots[spot] ? [[from.spot, -cents], [spot, cents]] : [[from.spot, -cents]]);
  }
  if (spot === start) lay(spot);
});
window.addEventListener("pointercancel", () => ((drag = null), loupe("", 0, 0)));
box.addEventListener("click", (event) => event.target.closest("svg") && !event.target.closest("a") && event.stopPropagation());

box.addEventListener("keydown", (event) => {
  const node = event.target.closest("[data-spot]");
  if (!node) return;
  const spot = node.dataset.spot;
  if (event.key === "Enter" || event.key === " ") lay(spot);
  else if (event.key === "Backspace" || event.key === "Delete") chips[spot] && touch([[spot, -Math.min(token, chips[spot])]]);
  else if (event.key.startsWith("Arrow")) walk(node, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
});

// The arrow keys go to the nearest place that way.
function walk(node, key) {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(node);
  let best = null;
  let least = Infinity;
  for (const each of all("[data-spot]", cloth)) {
    if (each === node) continue;
    const [a, b] = middle(each);
    const [along, across] = { ArrowRight: [a - x, b - y], ArrowLeft: [x - a, b - y], ArrowDown: [b - y, a - x], ArrowUp: [y - b, a - x] }[key];
    const cost = along + 3 * Math.abs(across);
    if (along > 2 && cost < least) [best, least] = [each, cost];
  }
  if (!best) return;
  node.setAttribute("tabindex", "-1");
  best.setAttribute("tabindex", "0");
  best.focus();
}

function choose(cents) {
  token = cents;
  for (const button of all("[data-token]")) button.setAttribute("aria-checked", String(Number(button.dataset.token) === token));
  show();
}
const laid = () => Object.entries(chips);
const acts = {
  undo: () => undoing.length && touch(undoing.pop(), false),
  clear: () => laid().length && touch(laid().map(([spot, cents]) => [spot, -cents])),
  repeat: () => {
    const last = doc?.result?.wagers ?? {};
    const wanted = Object.entries(last).map(([spot, cents]) => [spot, cents - (chips[spot] ?? 0)]).filter(([, cents]) => cents > 0);
    if (wanted.length) touch(wanted);
  },
  double: () => laid().length && touch(laid().map(([spot, cents]) => [spot, cents])),
};
for (const [id, act] of Object.entries(acts)) find(`#${id}`).addEventListener("click", act);
for (const button of all("[data-kind]"))
  button.addEventListener("click", () => {
    kind = kind === button.dataset.kind ? "" : button.dataset.kind;
    picks = [];
    show();
  });
find("#picks").addEventListener("click", (event) => {
  const at = event.target.closest("[data-pick]");
  if (at && Number(at.dataset.pick) < picks.length) picks = picks.slice(0, Number(at.dataset.pick));
  else if (at) banner("notice", "Pick a number", "Touch it on the layout.", rules.sequences);
  show();
});
find("#place-sequence").addEventListener("click", () => {
  touch([[`${kind}:${picks.join("/")}`, token]]);
  [kind, picks] = ["", []];
  show();
});
for (const button of all("[data-around]"))
  button.addEventListener("click", () => {
    around = Math.max(0, Math.min(8, around + Number(button.dataset.around)));
    find("#around").textContent = around;
    find("#around-words").textContent = `A tap on the ring covers ${2 * around + 1} number${around ? "s" : ""} straight-up`;
  });
for (const button of all("[data-notes]"))
  button.addEventListener("click", async () => {
    const answer = await order(table, "note in", { station, cents: Number(button.dataset.notes) });
    if (answer.ok) find("#buy").close();
    else find("#buy-answer").textContent = answer.doc.detail;
  });
find("#leave").addEventListener("click", async () => {
  const answer = await order(table, "leave", {});
  if (answer.ok) banner("closed", "Left", answer.doc.advice, cited(answer));
  else banner("refused", answer.doc.title, answer.doc.detail, cited(answer));
});
find("#call").addEventListener("click", async () => {
  const answer = await order(table, "call dealer", {});
  banner("notice", answer.ok ? "The dealer has been called" : answer.doc.title, answer.ok ? "" : answer.doc.detail, cited(answer));
});

// Every bet can be placed from a list by name, in groups; what the ring covers too, for which a phone has little room.
find("#list").addEventListener("click", () => {
  const list = find("#names-list");
  if (!list.childElementCount) {
    const groups = new Map();
    for (const bet of Object.entries(spots)) groups.set(bet[1].kind, [...(groups.get(bet[1].kind) ?? []), bet]);
    groups.set("Neighbours on the wheel", wheel.map((number) => [`around:${number}`, { words: `${number} and its neighbours` }]));
    for (const [kind, bets] of groups) {
      const group = document.createElement("details");
      group.append(Object.assign(document.createElement("summary"), { textContent: `${kind}, ${bets.length}` }));
      for (const [spot, { words }] of bets) {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: words[0].toUpperCase() + words.slice(1) });
        button.onclick = () => lay(spot);
        group.append(button);
      }
      list.append(group);
    }
  }
  find("#names").show();
});
const closeNames = () => {
  find("#names").close();
  find("#list").focus();
};
find("#names-close").addEventListener("click", closeNames);
window.addEventListener("keydown", (event) => event.key === "Escape" && find("#names").open && find("#sheet").hidden && closeNames());

for (const [, fits] of narrow) fits.addEventListener("change", turn);
turn();
