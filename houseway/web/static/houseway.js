// Houseway: what a page does beyond showing itself. It decides nothing. A tap becomes an order with a key made here and kept
// until it is answered; changes arrive as parts of the page and are morphed in place, so that focus and motion survive.

import { giveUp, lineLost, mindSilence } from "./silence.js";

const page = document.body.dataset.page ?? "";
const table = document.body.dataset.table ?? "";
const staff = page === "dealer" || page === "pit";
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const money = (cents) => {
  const text = Math.abs(cents / 100).toLocaleString("en", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 });
  return (cents < 0 ? "−$" : "$") + text;
};

// Orders

const newKey = () =>
  crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
const kept = () => JSON.parse(sessionStorage.getItem("orders") ?? "[]");
const keep = (orders) => sessionStorage.setItem("orders", JSON.stringify(orders));

// An order stands in the session from before it is sent until its answer is here; a lost one is sent again under its key.
async function order(act, details = {}, more = {}) {
  const { at = table, ...rest } = more;
  const doc = { key: newKey(), act, details, ...(staff ? { as: "staff" } : {}), ...rest };
  keep([...kept(), { at, doc }]);
  return send(at, doc);
}

async function send(at, doc, tries = 0) {
  let response;
  try {
    response = await fetch(`/api/tables/${at}/orders`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(doc),
    });
  } catch {
    say("notice", "No connection", "Your order is kept and will be sent again.");
    await new Promise((done) => setTimeout(done, Math.min(4000, 400 * 2 ** tries)));
    return send(at, doc, tries + 1);
  }
  const answer = await response.json().catch(() => ({ title: "No answer", detail: "The house did not answer." }));
  if (response.status === 503 && answer.type?.endsWith("/moving") && tries < 12) { // nothing was done: the same once more
    await new Promise((done) => setTimeout(done, 1000));
    return send(at, doc, tries + 1);
  }
  keep(kept().filter((each) => each.doc.key !== doc.key));
  return { ok: response.ok, ...answer };
}

// An order meant for the moment the page shows. Somebody sitting down moves the table on without touching this window; then
// the order goes once more, under a new key, for the number the house has named.
async function orderNow(act, details, more = {}) {
  const { round, window: open } = find("#place")?.dataset ?? {};
  let answer = await order(act, details, { ...more, prompt: number() });
  for (let tries = 0; tries < 3 && answer.type?.endsWith("/stale"); tries++) {
    if (!open || answer.window !== open || String(answer.round) !== round) break;
    answer = await order(act, details, { ...more, prompt: answer.number });
  }
  return answer;
}

// Shows what became of an order where the eye is: at the top of the cloth, or beside the form it came from.
function tell(answer, where = null) {
  if (where) {
    where.className = `answer ${answer.ok ? "yes" : "no"}`;
    where.innerHTML = answer.ok ? "Done. " : "";
    where.append(answer.ok ? answer.advice || "" : answer.detail ?? answer.title, " ", mark(answer.clauses ?? []));
    return answer;
  }
  const banner = find("#said-no");
  if (!answer.ok) {
    const late = answer.type?.endsWith("/late");
    say(late ? "late" : "refused", answer.title, answer.detail, answer.clauses);
  } else if (answer.advice) say("notice", "Taken, with a word", answer.advice, answer.clauses);
  else if (banner && !banner.querySelector(".late")) banner.replaceChildren();
  return answer;
}

const shapes = {
  late: "M16 3V9.5a2 2 0 0 1-2 2H4.5M8.5 7 4 11.5 8.5 16", refused: "M5 5 15 15M15 5 5 15", notice: "M10 3 18 16.6H2ZM10 8v4.2M10 13.8v1.2",
};
let quiet = 0;
function say(shape, head, words, clauses = []) {
  const banner = find("#said-no");
  if (!banner) return;
  const box = document.createElement("div");
  box.className = `banner ${shape}`;
  box.dataset.new = "";
  box.innerHTML = `<svg class="mark" width="24" height="24" viewBox="0 0 20 20" aria-hidden="true"><path d="${shapes[shape]}" fill="none" stroke="currentColor" stroke-width="2.4"/></svg><p><b></b><br><span></span></p>`;
  find("b", box).textContent = head;
  find("span", box).textContent = words;
  box.append(mark(clauses));
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.onclick = () => banner.replaceChildren();
  box.append(close);
  banner.replaceChildren(box);
  clearTimeout(quiet);
  quiet = setTimeout(() => box.isConnected && banner.replaceChildren(), 9000);
}

function mark(clauses) {
  if (!clauses.length) return "";
  const link = document.createElement("a");
  const numbers = clauses.map((clause) => clause.number);
  link.className = "clause";
  link.href = `/books/${clauses[0].book}?clause=${numbers[0]}`;
  link.dataset.book = clauses[0].book;
  link.dataset.clauses = numbers.join(" ");
  link.setAttribute("aria-label", `Clause ${numbers.join(" and ")}, open`);
  link.innerHTML = "<b>§</b> ";
  link.append(numbers.slice(0, 3).join(", "));
  return link;
}

// Morph: the smallest change that makes one tree look like another. Nodes with the same id, or in the same place and of the
// same kind, stay themselves; what bears data-keep belongs to the page and is left alone, and what somebody unfolded stays so.

function morph(from, to) {
  if (from.nodeType !== 1) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  if (from.nodeName !== "TEMPLATE" && !from.querySelector("template") && from.isEqualNode(to)) return;
  if (from.hasAttribute("data-keep")) return;
  const own = (name) => name === "data-new" || (name === "open" && from.nodeName === "DETAILS");
  for (const { name, value } of [...to.attributes]) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !own(name)) from.removeAttribute(name);
  if (from.nodeName === "TEMPLATE") {
    if (from.innerHTML !== to.innerHTML) from.innerHTML = to.innerHTML;
    return;
  }
  if (from === document.activeElement && from.matches("input, textarea, select")) return;
  children(from, to);
}

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? "");

function children(from, to) {
  const named = new Map([...from.children].filter((node) => node.id).map((node) => [node.id, node]));
  const wanted = new Set([...to.children].map((node) => node.id).filter(Boolean));
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    let match = next.id ? named.get(next.id) : undefined;
    if (match && match.nodeName !== next.nodeName) match = undefined;
    while (!match && at && at.id && (!wanted.has(at.id) || (at.id === next.id && at.nodeName !== next.nodeName))) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    if (!match && at && alike(at, next)) match = at;
    if (!match) {
      const added = document.importNode(next, true);
      if (added.nodeType === 1) for (const node of [added, ...all(".dealt, .chips, .paid", added)]) node.setAttribute("data-new", "");
      from.insertBefore(added, at);
      continue;
    }
    if (match !== at) from.insertBefore(match, at);
    else at = at.nextSibling;
    morph(match, next);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// Live: whole parts for this viewer, with the number the record has reached.

let offset = 0; // the house's clock minus this page's
let reached = -1;
let wait = 300;
const phone = matchMedia("(max-width: 767px)");
let socket = null;

function listen() {
  if (!table || !page) return; // a page that stands still
  const query = new URLSearchParams(location.search);
  query.set("page", page);
  if (phone.matches) query.set("phone", "true");
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}?${query}`);
  socket.onopen = () => (wait = 300);
  mindSilence(socket, again);
  socket.onmessage = (event) => {
    lineLost(false);
    const news = JSON.parse(event.data);
    if (news.number < reached) return;
    reached = news.number;
    document.body.dataset.reached = reached;
    offset = news.now - Date.now() / 1000;
    for (const [id, html] of Object.entries(news.parts)) take(id, html);
    settle();
  };
  socket.onclose = (event) => (event.code === 4003 ? location.reload() : again()); // signed out, or removed
}

function again() {
  lineLost(true);
  reached = -1;
  setTimeout(listen, wait);
  wait = Math.min(5000, wait * 2);
}

function take(id, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.firstElementChild;
  const old = document.getElementById(id);
  if (old && fresh) morph(old, fresh);
}

// A screen that is turned asks for the cloth of its new width; the line was not lost, and the page does not say so.
phone.addEventListener("change", () => {
  if (!socket) return;
  giveUp(socket);
  reached = -1;
  listen();
});

// After every change: what the page itself knows is put back on what the house has sent.
function settle() {
  showChips();
  tick();
  keypad?.show();
  layout?.show();
  pad?.show();
  squeeze?.show();
  tiles?.show();
  find("#steps .now")?.scrollIntoView({ block: "nearest" });
  const call = find("#calls li[data-first] span")?.textContent;
  const came = find("[data-came]")?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const news = [call !== settle.last && call, came !== settle.came && came].filter(Boolean);
  if (settle.last !== undefined && news.length) speak(news.join(". ")); // what lay there already is not news
  settle.last = call ?? "";
  settle.came = came;
}

function speak(words) {
  const region = find("#spoken");
  if (region) region.textContent = words;
}

// Chips: a chip of the tray is chosen, then laid on an area; for a raise chips are moved towards the button first.

let chosen = null;
let laid = [];
let laidFor = "";

function showChips() {
  const place = find("#place");
  if (!place) return;
  const { window: open, number } = place.dataset;
  if (laidFor !== `${open} ${number}`) [laid, laidFor] = [[], `${open} ${number}`];
  for (const button of all("[data-chip]")) {
    const on = Number(button.dataset.chip) === chosen;
    button.setAttribute("aria-checked", on);
    button.tabIndex = on || chosen === null ? 0 : -1;
  }
  const sum = laid.reduce((a, b) => a + b, 0);
  const most = Number(place.dataset.raisable);
  const figure = find("#laid");
  if (figure) figure.textContent = money(sum);
  for (const button of all("[data-add]")) button.disabled = sum + Number(button.dataset.add) > most;
  const button = find("[data-lay]");
  if (button) {
    button.disabled = !sum;
    button.className = sum ? "big lamp" : "big not-yet";
    button.textContent = sum ? `${button.dataset.words}, ${money(sum)}` : button.dataset.words;
  }
  draw(laid, "pending");
}

// Draws chips the house has not taken yet where the viewer's own would lie.
function draw(chips, kind, spot = "") {
  for (const group of all(".laying")) {
    if (spot && group.dataset.spot && group.dataset.spot !== spot) continue; // another wager of the same area
    const r = Number(group.dataset.r);
    const parts = [...chips].sort((a, b) => b - a).slice(-5).map((cents, n) =>
      `<use href="#chip-${cents}" x="${-r - 3}" y="${-r - 2 - 4 * n}" width="${2 * r + 6}" height="${2 * r + 6}"/>`);
    const top = -4 * Math.max(0, parts.length - 1);
    if (chips.length) parts.push(`<circle cy="${top}" r="${r + 5}" fill="none" stroke="#F2EFE1" stroke-width="1.5" stroke-dasharray="4 3"/>`);
    const holder = document.createElement("template");
    holder.innerHTML = `<svg><g class="${kind}">${parts.join("")}</g></svg>`;
    group.replaceChildren(...holder.content.firstElementChild.childNodes);
  }
}

// A late chip goes back the way it came and leaves a dashed ring for four seconds.
function bounced(cents) {
  for (const group of all(".laying, .area.yours")) {
    if (!group.matches(".laying")) continue;
    const r = Number(group.dataset.r);
    const holder = document.createElement("template");
    holder.innerHTML = `<svg><g class="late"><circle r="${r + 3}" fill="none" stroke="#F2EFE1" stroke-width="1.5" stroke-dasharray="4 3"/><text y="4" text-anchor="middle" font-size="12" font-weight="600" fill="#F2EFE1">${money(cents)}</text></g></svg>`;
    group.replaceChildren(...holder.content.firstElementChild.childNodes);
    setTimeout(showChips, 4000);
  }
}

const number = () => Number(find("#place, #work")?.dataset.number ?? 0);

async function lay(spot, cents, area) {
  draw(laid.length ? laid : [cents], "sent", spot);
  const answer = tell(await orderNow("place", { spot, cents, ...(area ? { area } : {}) }));
  laid = [];
  showChips();
  if (answer.type?.endsWith("/late")) bounced(cents);
  return answer;
}

// Everything of the round before, area by area.
async function layAgain(slips) {
  for (const slip of slips) if (!tell(await orderNow("place", slip)).ok) return;
}

// A tap on an area of the cloth, or on one spot of it where it has several.
async function tapArea(area, spot, exactly) {
  const place = find("#place");
  if (!place || place.dataset.status !== "open") return;
  if (place.dataset.seat === "0") {
    tell(await order("sit", { area }));
  } else if (place.dataset.raising) {
    const own = Number(place.dataset.raises);
    if (own === area && laid.length) await lay(place.dataset.spot, laid.reduce((a, b) => a + b, 0), area);
    else if (own !== area) await lay(place.dataset.spot, chosen ?? 100, area);
  } else if (exactly) {
    await lay(spot, exactly, area); // a wager that has one price
  } else if (chosen === null && place.dataset.window) {
    say("notice", "Choose a chip first", "Tap a chip of the tray, then your area.");
  } else {
    await lay(spot || place.dataset.spot, chosen ?? Number(find("[data-chip]")?.dataset.chip ?? 500), area);
  }
}

// The light in the room: paper, or the wall's dark. The system's preference is followed until somebody chooses here.

const dark = matchMedia("(prefers-color-scheme: dark)");
const isDim = () => (localStorage.getItem("light") ?? (dark.matches ? "dim" : "paper")) === "dim";
function light() {
  const dim = isDim();
  document.documentElement.classList.toggle("dim", dim);
  document.documentElement.classList.toggle("lit", !dim);
  for (const button of all("[data-dim]")) button.setAttribute("aria-pressed", dim);
}
dark.addEventListener("change", light);

// Clauses and other sheets

// A mark answers in a wider field than its ink. Where fields overlap, or one reaches over another control, whatever has its ink
// nearest to the finger is meant.
const PRESSED = "a, button, input, select, textarea, summary, label, [role=button], [role=radio]";
function meant(event) {
  const link = event.target.closest?.("a.clause");
  if (!link || !event.detail) return link; // by a key, or none at all
  const { clientX: x, clientY: y } = event;
  const away = (node) => Math.min(...[...(find("text", node) ?? node).getClientRects()].map((box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))));
  const under = document.elementsFromPoint(x, y).map((node) => node.closest(PRESSED)).filter(Boolean);
  return [...new Set(under)].reduce((nearest, node) => (away(node) < away(nearest) ? node : nearest), link);
}

// Where the finger meant something else than the mark that covers it, that is pressed instead, however it was pressed.
function redirected(event) {
  const link = event.target.closest?.("a.clause");
  const other = link ? meant(event) : null;
  if (!other || other === link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  other.dispatchEvent(new MouseEvent(event.type, { bubbles: true, cancelable: true, button: event.button, ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey }));
}
for (const kind of ["click", "auxclick"]) document.addEventListener(kind, redirected, true);

async function openClause(link) {
  const query = new URLSearchParams({ clauses: link.dataset.clauses ?? "", readings: link.dataset.readings ?? "" });
  if (link.dataset.at) query.set("at", link.dataset.at);
  const response = await fetch(`/clauses/${link.dataset.book}?${query}`);
  if (!response.ok) return (location.href = link.href.baseVal ?? link.href);
  openSheet(await response.text(), "Clause", link);
}

// How a game is played: a sheet beside the cloth, and a worked round in the cloth's own place; on a phone both in the sheet.

async function openHow(button) {
  const response = await fetch(button.dataset.how);
  if (response.ok) openSheet(await response.text(), "How to play", button);
}

async function openWorked(button) {
  const { worked } = button.dataset;
  const over = phone.matches ? null : find("main.table > .place, .cloth-side");
  const response = await fetch(over ? worked : `${worked}?phone=true`);
  if (!response.ok) return;
  const html = await response.text();
  if (!over) return openSheet(html, "A worked round", opener ?? button);
  find("#worked")?.remove();
  over.insertAdjacentHTML("beforeend", html);
  const step = all("#worked [data-worked]:not(:disabled)").find((each) => each.textContent === button.textContent) ?? find("#worked [data-worked-close]");
  step?.focus();
}

function closeWorked() {
  const worked = find("#worked");
  if (!worked || worked.closest("#sheet")) return closeSheet();
  worked.remove();
  find("#sheet [data-worked]")?.focus();
  return true;
}

// A first round in company: what to press next is said beside the cloth and marked on it. It gives no advice.
async function guided() {
  const { startGuide } = await import(document.body.dataset.guideScript);
  closeWorked();
  closeSheet();
  startGuide(document.body.dataset.guides);
}

let opener = null;
function openSheet(html, label, from) {
  const sheet = find("#sheet");
  opener = from;
  sheet.innerHTML = `<button type="button" class="close" data-close>Close</button>${html}`;
  sheet.setAttribute("aria-label", label);
  sheet.hidden = false;
  sheet.focus();
}

function closeSheet() {
  const sheet = find("#sheet");
  if (sheet.hidden) return false;
  sheet.hidden = true;
  opener?.focus?.();
  return true;
}

// Clock and ring

function tick() {
  const now = Date.now() / 1000 + offset;
  for (const ring of all(".ring")) {
    const left = Math.max(0, Math.ceil(Number(ring.dataset.closes) - now));
    const share = Math.min(100, (left / Number(ring.dataset.total)) * 100);
    const figure = find("b", ring);
    if (figure.textContent !== String(left)) {
      figure.textContent = left;
      find(".ring-left", ring).style.strokeDashoffset = 100 - share;
      ring.classList.toggle("soon", left <= 5);
      if (left === 10 || left === 5) speak(`${left} seconds`);
    }
  }
  const clock = new Date((now - new Date().getTimezoneOffset() * 60) * 1000);
  for (const face of all("[data-clock]")) face.textContent = clock.toISOString().slice(11, 16);
}
setInterval(tick, 250);

// The keypad: rank, suit, enter. It answers the prompt, names the card of an irregularity, or corrects one on record.

let keypad = null; // the dealer’s, where there is one
let pad = null; // the dealer’s, for wheels and dice
let layout = null; // a player’s cloth with many places, where there is one
let tiles = null; // a player’s own, where tiles are set on the cloth
let squeeze = null; // a player’s, where cards are opened by players

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

function makeKeypad() {
  let rank = "";
  let suit = "";
  let mode = null; // null: the card answers the prompt

  function show() {
    const keys = find("#keys");
    if (!keys) return;
    const work = find("#work");
    if (mode?.number && mode.number !== work.dataset.number) mode = null;
    keys.hidden = !mode && !work.dataset.faceUp;
    find(".asked").hidden = Boolean(mode);
    heading();
    for (const key of all("[data-rank]", keys)) key.classList.toggle("chosen", key.dataset.rank === rank);
    for (const key of all("[data-suit]", keys)) key.classList.toggle("chosen", key.dataset.suit === suit);
    for (const key of all("[data-mishap]")) key.classList.toggle("chosen", mode?.kind === key.dataset.mishap);
    find("[data-cut]", keys).hidden = Boolean(mode);
    const enter = find("#enter");
    enter.disabled = !(rank && suit);
    enter.className = rank && suit ? "big lamp" : "big not-yet";
    const card = `${RANKS[rank] ?? "rank"} of ${SUITS[suit] ?? "suit"}`;
    enter.textContent = rank || suit ? `${mode?.verb ?? "Enter"} ${card}` : `${mode?.verb ?? "Enter"} the card`;
  }

  function heading() {
    const box = find("#mode");
    if (!mode) return box.replaceChildren();
    if (box.dataset.words === mode.words && box.firstChild) return undefined;
    box.dataset.words = mode.words;
    box.innerHTML = '<h1></h1><p class="why">Rank, suit, enter. Escape goes back. </p>';
    find("h1", box).textContent = mode.words;
    if (mode.without) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "The card is not known";
      button.onclick = () => go("");
      box.append(button);
    }
    return undefined;
  }

  async function go(card) {
    const then = mode;
    [rank, suit, mode] = ["", "", null];
    if (then) await then.go(card);
    else tell(await order("answer", { value: card }, { prompt: number() }));
    show();
  }

  function clear() {
    if (!rank && !suit) mode = null;
    [rank, suit] = ["", ""];
    show();
  }

  const wrong = (kind, card, area) =>
    order("irregularity", { kind, ...(card ? { card } : {}), ...(area ? { area: Number(area) } : {}) }, { prompt: number() }).then((a) => tell(a));

  return {
    show,
    start(next) {
      mode = next;
      [rank, suit] = ["", ""];
      show();
      find("#work").focus();
    },
    click(at) {
      const button = at("#keys button, [data-mishap], [data-correct]");
      if (!button) return false;
      const { rank: r, suit: s, mishap, correct, label } = button.dataset;
      if (r) rank = r;
      if (s) suit = s;
      if (r || s) show();
      else if (button.hasAttribute("data-cut")) go("CUT");
      else if (button.hasAttribute("data-clear")) clear();
      else if (button.id === "enter") go(rank + suit);
      else if (mishap && button.dataset.card === "no") wrong(mishap, null, button.dataset.area);
      else if (mishap) {
        this.start({
          kind: mishap, words: `${label}: which card`, verb: "Record", without: button.dataset.card === "may",
          number: find("#work").dataset.number, go: (card) => wrong(mishap, card),
        });
      } else if (correct) {
        closeSheet();
        const query = `answer=${correct}&round=${button.dataset.round}`;
        this.start({ kind: "correct", words: `Instead of ${label}`, verb: "Show", go: (card) => preview(`${query}&value=${card}`) });
      } else return false;
      return true;
    },
    key(event) {
      if (event.target.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = find("#keys");
      if (!keys || keys.hidden) return;
      const key = event.key.toUpperCase().replace("0", "T");
      if (key in RANKS) rank = key;
      else if (key in SUITS) suit = key;
      else if (event.key === "Escape") return clear();
      else if (event.key === "Enter" && rank && suit) {
        event.preventDefault();
        return go(rank + suit);
      } else return undefined;
      return show();
    },
  };
}

async function preview(query) {
  const response = await fetch(`/table/${table}/dealer/correction?${query}`);
  if (!response.ok) return tell({ ok: false, ...(await response.json()) }, "mend" in document.body.dataset ? find("#main > .answer") : null);
  return openSheet(await response.text(), "Correction", find("#mend button"));
}

// Somebody else signs for what the person at the console asks.
async function sign(form, button) {
  const { name, role, password, ...rest } = values(form);
  const details = { ...JSON.parse(form.dataset.details ?? "{}"), ...rest };
  const value = button?.dataset.value ?? form.dataset.value;
  if (value) details.value = JSON.parse(value);
  const more = form.dataset.sign === "answer" ? { prompt: number() } : {};
  const answer = await order(form.dataset.sign, details, { ...more, signed_by: { name, role, password } });
  tell(answer, find(".answer", form));
  if (answer.ok && "mend" in document.body.dataset) setTimeout(() => location.reload(), 600);
  else if (answer.ok && form.closest("#sheet")) setTimeout(closeSheet, 600);
}

// Forms and buttons: what to do stands on the element, so a page needs no code of its own.

function values(form) {
  const doc = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
    const text = field.type === "checkbox" ? field.checked : field.value.trim();
    if (text === "") continue;
    doc[field.name] = read(text, field.dataset.kind);
  }
  return doc;
}

function read(text, kind) {
  if (kind === "int") return /^-?\d+$/.test(text) ? Number(text) : text;
  if (kind === "money") {
    const found = /^(-?)\$?(-?)([\d,]+)(?:\.(\d{1,2}))?$/.exec(text);
    if (!found) return text;
    const cents = Number(found[3].replaceAll(",", "")) * 100 + Number((found[4] ?? "").padEnd(2, "0"));
    return found[1] || found[2] ? -cents : cents;
  }
  if (kind === "odds") {
    return Object.fromEntries(text.split(",").map((each) => each.split("=").map((part) => part.trim())).filter((pair) => pair.length === 2));
  }
  if (kind === "words") return text.split(/[\s,]+/).filter(Boolean);
  if (kind === "json") {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

async function submit(form) {
  const where = find(".answer", form);
  const send = form.hasAttribute("data-prompted") ? orderNow : order;
  const answer = form.dataset.post ? await post(form) : await send(...wanted(form, nested(values(form))));
  tell(answer, where);
  if (answer.ok && form.hasAttribute("data-shuts")) setTimeout(closeSheet, 400); // what the sheet offered is done
  if (answer.ok && form.dataset.then) location.href = form.dataset.then;
}

// What a form or a button wants done, and where: at another table than the page's, as an answer to one prompt, or asked of somebody else.
function wanted(element, details) {
  const { act, at = table, number: prompt } = element.dataset;
  const more = { at, ...(prompt ? { prompt: Number(prompt) } : {}) };
  return element.hasAttribute("data-asks") ? ["ask", { act, details }, more] : [act, details, more];
}

async function post(form) {
  const response = await fetch(form.dataset.post, {
    method: form.dataset.method ?? "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(nested(values(form))),
  });
  return { ok: response.ok, ...(await response.json().catch(() => ({}))) };
}

// Names with dots make a document: set_up.sign.areas.
function nested(flat) {
  const doc = {};
  for (const [name, value] of Object.entries(flat)) {
    const steps = name.split(".");
    const last = steps.pop();
    steps.reduce((at, step) => (at[step] ??= {}), doc)[last] = value;
  }
  return doc;
}

async function press(button) {
  if (button.hasAttribute("data-twice") && !button.classList.contains("sure")) {
    button.classList.add("sure");
    button.dataset.words = button.textContent;
    button.textContent = button.dataset.twice;
    setTimeout(() => {
      button.classList.remove("sure");
      button.textContent = button.dataset.words;
    }, 5000);
    return;
  }
  const details = JSON.parse(button.dataset.details ?? "{}");
  const form = button.closest("[data-with]");
  Object.assign(details, form ? values(form) : {});
  const where = find(".answer", form ?? button.parentElement); // looked for first: the button may be gone by then
  const send = button.hasAttribute("data-prompted") ? orderNow : order;
  const answer = await send(...wanted(button, details));
  tell(answer, where);
  if (answer.ok && button.dataset.then) location.href = button.dataset.then;
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  const link = at("a.clause[data-book]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    return openClause(link);
  }
  const straight = at("a[data-straight]"); // on a phone there is no room beside the plan: a table opens at once
  if (straight && phone.matches) {
    event.preventDefault();
    location.href = straight.dataset.straight;
    return undefined;
  }
  if (at("[data-close]")) return closeSheet();
  if (at("[data-how]")) return openHow(at("[data-how]"));
  if (at("[data-worked]")) return openWorked(at("[data-worked]"));
  if (at("[data-worked-close]")) return closeWorked();
  if (at("[data-guide]")) return guided();
  if (pad?.click(at) || keypad?.click(at) || layout?.click(at)) return undefined;
  if (at("[data-dim]")) {
    localStorage.setItem("light", isDim() ? "paper" : "dim");
    return light();
  }
  const opens = at("[data-open]");
  if (opens) {
    const source = document.getElementById(opens.dataset.open);
    return openSheet(source.innerHTML, opens.textContent, opens);
  }
  const chip = at("[data-chip]");
  if (chip) {
    chosen = Number(chip.dataset.chip);
    return showChips();
  }
  const add = at("[data-add]");
  if (add) {
    laid = [...laid, Number(add.dataset.add)];
    return showChips();
  }
  const button = at("button[data-lay]");
  if (button) return lay(button.dataset.lay, laid.reduce((a, b) => a + b, 0), Number(find("#place").dataset.raises));
  const area = at("[data-area][role=button]");
  if (area) return tapArea(Number(area.dataset.area), area.dataset.spot, Number(area.dataset.cents || 0));
  const again = at("[data-slips]");
  if (again) return layAgain(JSON.parse(again.dataset.slips));
  const acts = at("button[data-act], g[data-act]");
  if (acts && !acts.closest("form[data-act]")) return press(acts);
  const typed = at("[data-types]");
  if (typed) return type(typed);
  return undefined;
});

// A key beside a form writes into its field.
function type(key) {
  const field = find("input[name=value]", key.closest("form"));
  if (!field) return;
  field.value = key.dataset.types ? `${field.value} ${key.dataset.types}`.trim() : "";
  field.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-act], form[data-post], form[data-sign], form[data-preview]");
  if (!form) return;
  event.preventDefault();
  if (form.dataset.sign) sign(form, event.submitter);
  else if (form.dataset.preview) preview(`${form.dataset.preview}&${new URLSearchParams({ cents: 0, ...values(form) })}`);
  else submit(form);
});

document.addEventListener("keydown", (event) => {
  if (squeeze?.key(event) || layout?.key(event) || pad?.key(event)) return;
  const area = event.target.closest?.("[data-area][role=button]");
  if (area && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    tapArea(Number(area.dataset.area), area.dataset.spot, Number(area.dataset.cents || 0));
    return;
  }
  const acts = event.target.closest?.("g[data-act]");
  if (acts && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    press(acts);
    return;
  }
  const chip = event.target.closest?.("[data-chip]");
  if (chip && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    const chips = all("[data-chip]");
    const next = chips[(chips.indexOf(chip) + (event.key === "ArrowRight" ? 1 : -1) + chips.length) % chips.length];
    chosen = Number(next.dataset.chip);
    showChips();
    next.focus();
    return;
  }
  if (event.key === "Escape" && !(find("#worked") ? closeWorked() : closeSheet())) {
    laid = [];
    showChips();
  }
  keypad?.key(event);
});

light();
if (page === "dealer") keypad = makeKeypad();
if (document.body.dataset.pad) {
  const { makePad } = await import(document.body.dataset.pad);
  pad = makePad({ find, all, order, tell, number, preview, closeSheet });
}
if (document.body.dataset.squeeze) {
  const { makeSqueeze } = await import(document.body.dataset.squeeze);
  squeeze = makeSqueeze({ find, all, orderNow, tell });
}
if (document.body.dataset.tiles) {
  const { makeTiles } = await import(document.body.dataset.tiles);
  tiles = makeTiles({ find, all, orderNow, tell });
}
if (document.body.dataset.layout) {
  const { makeLayout } = await import(document.body.dataset.layout);
  layout = makeLayout({ find, all, order, orderNow, tell, say });
}
if (document.body.dataset.guides && !localStorage.getItem(`met ${document.body.dataset.game}`)) {
  // whoever comes to a game for the first time is offered company
  localStorage.setItem(`met ${document.body.dataset.game}`, "yes");
  const offer = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: "A guided first round" });
  offer.dataset.guide = "";
  find("#aim .do")?.append(offer);
  find("#aim")?.classList.add("first");
}
listen();
settle();
for (const { at, doc } of kept()) if (at === table) send(at, doc, 1).then((answer) => tell(answer));
