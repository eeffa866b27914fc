// Line: a terminal, console or display listens to its table. A lost connection comes back by itself and is told everything.
import { giveUp, lineLost, mindSilence } from "./silence.js";

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const RED = new Set((document.body.dataset.red ?? "").split(" ").filter(Boolean).map(Number)); // as the wheel of the house has them
export const colour = (number) => (number === 0 ? "green" : RED.has(number) ? "red" : "black");
export const money = (cents) => {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-AU");
  const small = Math.abs(cents) % 100;
  return `${sign}$${whole}${small ? "." + String(small).padStart(2, "0") : ""}`;
};

// Listens, and calls `told` with every document; `lost` when the line is down.
export function listen(path, told, lost = () => {}) {
  let socket = null;
  let wait = 250;
  let misses = 0;
  const peers = (document.body.dataset.peers ?? "").split(" ").filter(Boolean);
  const down = () => {
    lineLost(true);
    find("#phase").textContent = "No line to the house";
    lost();
  };
  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    mindSilence(socket, again);
    socket.onmessage = (event) => {
      wait = 250;
      misses = 0;
      lineLost(false);
      told(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      down();
      if (event.code === 4003) return location.reload(); // signed out, or removed
      misses += 1;
      // Another process may serve the table by now: after a while the terminal asks the others.
      if (peers.length && misses % 6 === 0) {
        const next = peers[(peers.indexOf(location.origin) + 1 + Math.floor(misses / 6) - 1) % peers.length];
        if (next !== location.origin) return void (location.href = next + location.pathname);
      }
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 1500);
    };
    return socket;
  };
  const again = () => {
    down();
    connect();
  };
  const drop = () => {
    if (socket.readyState !== WebSocket.OPEN) return;
    giveUp(socket);
    again();
  };
  connect();
  return {
    drop,
    send: (doc) => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(typeof doc === "string" ? doc : JSON.stringify(doc));
      return true;
    },
  };
}

// The ring: seconds left, stepping once a second; spoken at ten, five and closed.
export function countdown(state, received) {
  const show = () => {
    const doc = state();
    if (!doc) return;
    const left = doc.left === null ? 0 : Math.max(0, doc.left - (performance.now() - received()) / 1000);
    const whole = Math.ceil(left);
    const ring = find("#ring");
    const round = 2 * Math.PI * 50;
    ring.setAttribute("stroke-dasharray", `${(round * whole) / Math.max(1, doc.period)} ${round}`);
    const seconds = find("#seconds");
    const text = doc.phase === "wagering" ? String(whole) : "";
    if (seconds.textContent !== text) {
      seconds.textContent = text;
      seconds.classList.toggle("soon", doc.phase === "wagering" && whole <= 5);
      if (doc.phase === "wagering" && (whole === 10 || whole === 5)) speak(`${whole} seconds left`);
    }
    const words = find("#left");
    if (words) words.textContent = doc.phase === "wagering" ? `${whole} second${whole === 1 ? "" : "s"} left` : "";
  };
  setInterval(show, 200);
  return show;
}

export function speak(words) {
  const spoken = find("#spoken");
  if (spoken) spoken.textContent = words;
}

export function numbers(list, last, count) {
  const shown = last.slice(0, count);
  const key = shown.join(" ");
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(
    ...shown.map((number) => {
      const item = document.createElement("li");
      item.className = colour(number);
      item.textContent = number;
      item.setAttribute("aria-label", `${number} ${colour(number)}`);
      return item;
    }),
  );
}

export function clauseMark(book, clauses) {
  const link = document.createElement("a");
  link.className = "clause";
  link.href = `/books/${book}?clause=${encodeURIComponent(clauses[0] ?? "")}`;
  link.dataset.book = book;
  link.dataset.clauses = clauses.join(" ");
  link.dataset.readings = "";
  link.setAttribute("aria-label", `Clause ${clauses.join(" and ")}, open`);
  const sign = document.createElement("b");
  sign.textContent = "§";
  link.append(sign, ` ${clauses.slice(0, 2).join(", ")}`);
  return link;
}

// A banner: what happened, what it means for the reader, and the clause.
const SHAPES = { late: "↩", refused: "!", frozen: "❚❚", notice: "▲", closed: "□", void: "⊘" };
let hide = 0;
let lasting = null; // what is so until it ends; an answer is read first, and then this stands there again
let answering = false;
export function banner(shape, head, words, clauses = [], stays = false) {
  if (stays) lasting = [shape, head, words, clauses];
  if (stays && answering) return;
  drawBanner(shape, head, words, clauses);
  if (stays) return;
  answering = true;
  clearTimeout(hide);
  hide = setTimeout(noBanner, shape === "refused" && document.body.dataset.role ? 30000 : 5000); // staff read why
}
function drawBanner(shape, head, words, clauses) {
  const box = find("#banner");
  box.className = `banner ${shape}`;
  const mark = document.createElement("span");
  mark.className = "shape";
  mark.setAttribute("aria-hidden", "true");
  mark.textContent = SHAPES[shape] ?? "";
  const text = document.createElement("p");
  const strong = document.createElement("b");
  strong.textContent = head;
  text.append(strong, " ", words);
  box.replaceChildren(mark, text);
  if (clauses.length) box.append(clauseMark(document.body.dataset.book, clauses));
  box.hidden = false;
}
// The clauses an answer of the house cites.
export const cited = (answer) => (answer.doc.clauses ?? []).map((each) => each.number);
// The answer has been read.
export function noBanner() {
  answering = false;
  clearTimeout(hide);
  if (lasting) drawBanner(...lasting);
  else find("#banner").hidden = true;
}
// What lasted has ended.
export function nothingLasts() {
  if (!lasting) return;
  lasting = null;
  if (!answering) noBanner();
}

// An order to the house, with a key of its own; sent again after a lost connection until it is answered.
export async function order(table, act, details = {}, more = {}) {
  const key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const body = JSON.stringify({ key, act, details, ...more });
  for (let turn = 0; turn < 8; turn += 1) {
    try {
      const response = await fetch(`/api/tables/${table}/orders`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      });
      const doc = await response.json();
      if (response.status === 503 && doc.type?.endsWith("/moving")) throw new Error(doc.title); // nothing was done: once more
      return { ok: response.ok, status: response.status, doc };
    } catch {
      await new Promise((done) => setTimeout(done, 400 * (turn + 1)));
    }
  }
  return { ok: false, status: 0, doc: { title: "No connection", detail: "The house does not answer. Nothing was changed." } };
}

// Why the last spin came to nothing, in a few words.
export const noSpin = ({ no_spin: { ground, times } }) => `${ground.toLowerCase()}${times > 1 ? `, ${times} times` : ""}`;

// A spin that was recalculated, as everybody at the table is told of it.
export const recalculated = (doc) => (doc.recalculated ?? []).map(({ spin, was, is }) => `Spin ${spin} recalculated: was ${was}, is ${is}`).join(". ");
