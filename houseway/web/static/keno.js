// Keno: the board lights what the house has shown; the terminal turns marks and keys into entries, asks what they cost and
// issues them. Nothing is decided here. An order keeps its key until it is answered and is sent again under it if need be.

import { answerTo } from "./asking.js";
import { own, prizes, refresh } from "./keno-own.js";
import { canScan, readCode, scan } from "./scan.js";
import { lineLost, mindSilence } from "./silence.js";

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const page = document.body.dataset.keno;
const money = (cents) => {
  const text = Math.abs(cents / 100).toLocaleString("en", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 });
  return (cents < 0 ? "−$" : "$") + text;
};
const make = (name, words = "", kind = "") => {
  const node = document.createElement(name);
  node.textContent = words;
  if (kind) node.className = kind;
  return node;
};
const newKey = () =>
  crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

async function order(act, details, more = {}, tries = 0, key = newKey()) {
  const doc = { key, act, details, as: document.body.dataset.as ?? "player", terminal: terminalName, ...more };
  let response;
  try {
    response = await fetch("/api/keno/orders", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(doc),
    });
  } catch {
    await new Promise((done) => setTimeout(done, Math.min(4000, 400 * 2 ** tries)));
    return order(act, details, more, tries + 1, key);
  }
  const answer = await response.json().catch(() => ({ detail: "The house did not answer." }));
  if (answer.credit !== undefined) for (const node of all("[data-credit]")) node.textContent = money(answer.credit);
  return { ok: response.ok, ...answer };
}

let terminalName = document.body.dataset.drawer || (localStorage.getItem("keno-terminal") ?? "");
if (!terminalName) localStorage.setItem("keno-terminal", (terminalName = `T-${String(1 + Math.floor(Math.random() * 98)).padStart(2, "0")}`));
for (const node of all("[data-terminal]")) node.textContent = terminalName;

function mark(clauses = []) {
  if (!clauses.length) return "";
  const numbers = clauses.map((clause) => clause.number);
  const link = make("a", "", "clause");
  link.href = `/books/${clauses[0].book}?clause=${encodeURIComponent(numbers[0])}`;
  link.dataset.book = clauses[0].book;
  link.dataset.clauses = numbers.join(" ");
  link.setAttribute("aria-label", `Clause ${numbers.join(" and ")}, open`);
  link.append(make("b", "§"), ` ${numbers.slice(0, 3).join(", ")}`);
  return link;
}

function tell(where, answer, good = "Done.") {
  if (!where) return;
  where.className = `answer ${answer.ok ? "yes" : "no"}`;
  where.replaceChildren(answer.ok ? `${good} ${answer.advice ?? ""} ` : `${answer.detail ?? answer.title} `, mark(answer.clauses));
}

// The wall

let board = null;
let heardAt = 0;
function listen(wait = 400) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/keno/ws`);
  const again = () => {
    lineLost(true);
    setTimeout(() => listen(Math.min(5000, wait * 2)), wait);
  };
  mindSilence(socket, again);
  socket.onmessage = (event) => {
    lineLost(false);
    board = JSON.parse(event.data);
    heardAt = Date.now();
    wait = 400;
    show();
  };
  socket.onclose = again;
}

const left = () => (board?.left === null || board?.left === undefined ? null : Math.max(0, board.left - (Date.now() - heardAt) / 1000));
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function lawNews() {
  const node = find("[data-law]");
  const words = board.law ? `${board.law.words} (${board.law.cited})` : "";
  if (!node || node.textContent === words) return;
  node.hidden = !words;
  node.textContent = words;
}

function show() {
  lawNews();
  if (page === "board") wall();
  if (page === "terminal") selling();
  if (page === "console") standing();
}

let spoken = "";
function wall() {
  const balls = board.balls;
  const last = balls.at(-1);
  const put = (selector, words) => { const node = find(selector); if (node && node.textContent !== words) node.textContent = words; };
  put("[data-game]", String(board.game));
  put("[data-state]", board.state);
  for (const node of all("[data-shape]")) node.hidden = node.dataset.shape !== board.shape;
  put("[data-count]", balls.length ? `Ball ${balls.length} of ${board.of}` : `Game ${board.game}`);
  for (const cell of all("[data-ball]")) {
    const number = Number(cell.dataset.ball);
    const drawn = balls.includes(number);
    cell.classList.toggle("drawn", drawn);
    cell.classList.toggle("last", number === last && balls.length < board.of + 1);
    cell.setAttribute("aria-label", drawn ? `${number}, drawn` : String(number));
  }
  const ball = find("[data-last]");
  ball.classList.toggle("lit", last !== undefined);
  ball.setAttribute("aria-label", last === undefined ? "No ball yet" : `Ball ${balls.length}: ${last}`);
  if (find("span", ball)?.textContent !== String(last ?? "")) ball.replaceChildren(...(last === undefined ? [] : [make("span", String(last))]));
  find("[data-before]").replaceChildren(...balls.slice(0, -1).reverse().slice(0, 3).map((n) => make("li", String(n))));
  all("[data-order] li").forEach((cell, n) => {
    const words = balls[n] === undefined ? "" : String(balls[n]);
    if (cell.textContent !== words) cell.replaceChildren(make("span", words));
    cell.classList.toggle("has", words !== "");
    cell.classList.toggle("last", words !== "" && n === balls.length - 1);
  });
  put("[data-selling]", board.selling ? `Game ${board.selling} is open${board.closes ? ", closes" : ""}` : "No game is open");
  put("[data-closes]", board.closes || "");
  for (const [spots, cents] of Object.entries(board.jackpots)) put(`[data-jackpot="${spots}"]`, money(cents));
  find("[data-earlier]").replaceChildren(...board.last.slice(0, 2).map(({ game, numbers }) => {
    const line = make("p");
    const cells = make("span");
    cells.append(...numbers.map((n) => make("i", String(n))));
    line.append(make("b", `Game ${game}`), cells);
    return line;
  }));
  const words = last === undefined ? board.state : `${last}`;
  if (words !== spoken) find("#spoken").textContent = spoken = words;
  countdown();
}

function countdown() {
  const seconds = left();
  const node = find("[data-left]");
  if (node) node.textContent = seconds === null ? "" : `in ${minutes(seconds)}`;
}

// The terminal

// Each customer starts clean: nothing of the one before is left, neither games nor price nor special.
let least = 100; // cents that the entry may cost at least
const clean = () => ({ groups: [], kind: "standard", special: 1, games: 1, cents: null, tender: document.body.dataset.as === "staff" ? "cash" : "chips", pick: null });
const chosen = { numbers: new Set(), ...clean() }; // cents: null is the least
let quoted = null;
let issued = null;

function entry() {
  const details = { games: chosen.games, ...(chosen.cents === null ? {} : { cents: chosen.cents }) };
  if (chosen.kind === "special") details.special = chosen.special;
  if (chosen.pick?.quick) return { ...details, quick_pick: chosen.pick.quick };
  if (chosen.pick?.mystery) return { ...details, mystery: true };
  if (chosen.pick?.set) return { ...details, cents: chosen.pick.cents ?? 0, set_bet: find("#set-name").value, mode: find("#set-mode").value };
  if (chosen.kind === "way") {
    const open = chosen.numbers.size ? [[...chosen.numbers]] : [];
    return { ...details, groups: [...chosen.groups, ...open], ways: find("#ways").value.trim() };
  }
  return { ...details, numbers: [...chosen.numbers].sort((a, b) => a - b) };
}

function paint() {
  if (!chosen.pick && !chosen.numbers.size && !chosen.groups.length) least = 100;
  const grouped = new Set(chosen.groups.flat());
  for (const button of all("[data-number]")) {
    const number = Number(button.dataset.number);
    button.setAttribute("aria-pressed", chosen.numbers.has(number) || grouped.has(number));
    button.classList.toggle("grouped", grouped.has(number));
  }
  const check = (name, value) => { for (const button of all(`[data-${name}]`)) button.setAttribute("aria-checked", String(button.dataset[name] === String(value))); };
  check("kind", chosen.kind);
  check("special", chosen.special);
  check("games", chosen.games);
  check("cents", chosen.cents ?? least);
  check("tender", chosen.tender);
  find("#special-row").hidden = chosen.kind !== "special";
  find("#way-row").hidden = chosen.kind !== "way" || Boolean(chosen.pick?.set);
  find("#set-row").hidden = !chosen.pick?.set;
  find("#paper-row").hidden = !["voucher", "winning receipt ticket"].includes(chosen.tender);
  find("#price-title").textContent = chosen.kind === "way" || chosen.pick?.set ? "Price per way" : "Price per game";
  const count = chosen.pick?.quick ?? chosen.numbers.size;
  find("#spots").replaceChildren(make("b", `${count} spot${count === 1 ? "" : "s"}`), find("#spots").dataset[chosen.kind === "jackpot" ? "jackpot" : "standard"]);
  const line = find("#chosen-numbers");
  if (chosen.pick) line.replaceChildren(make("i", chosen.pick.quick ? `the terminal picks ${chosen.pick.quick} numbers` : chosen.pick.mystery ? "the terminal picks how many, and which" : "from the catalogue"));
  else if (chosen.kind === "way") {
    const parts = [...chosen.groups, ...(chosen.numbers.size ? [[...chosen.numbers]] : [])];
    line.replaceChildren(...parts.map((group, n) => make("span", `${String.fromCharCode(65 + n)}: ${group.join(" ")}`)));
    find("#groups").textContent = parts.length ? `${parts.length} group${parts.length === 1 ? "" : "s"} marked; ways are combinations of groups.` : "Mark a group, then close it.";
  } else line.replaceChildren(...(chosen.numbers.size ? [...chosen.numbers].sort((a, b) => a - b).map((n) => make("span", String(n))) : [make("i", "nothing yet", "quiet")]));
  ask();
}

let asking = 0;
async function ask() {
  const turn = ++asking;
  issued = quoted = null;
  const details = entry();
  const button = find("#issue");
  button.disabled = true; // what was quoted for another entry is not sold
  button.ariaBusy = "true";
  const empty = !chosen.pick && !chosen.numbers.size && !chosen.groups.length;
  let answer = null;
  if (empty) prizes(null);
  if (!empty) {
    await new Promise((done) => setTimeout(done, 60));
    if (turn !== asking) return;
    const found = await prizes(details, mark);
    if (turn !== asking) return;
    if (details.cents === undefined) details.cents = least = found?.cents ?? 100;
    for (const button of all("[data-cents]")) button.setAttribute("aria-checked", String(Number(button.dataset.cents) === details.cents));
    answer = await answerTo("/api/keno/quote", { details }, () => turn === asking);
  }
  if (turn !== asking) return;
  quoted = answer?.ok ? answer : null;
  const why = find("#why");
  if (answer && !answer.ok) tell(why, answer);
  else why.replaceChildren();
  find("#span").textContent = quoted ? `${quoted.first}${quoted.games > 1 ? ` to ${quoted.last}` : ""}` : "–";
  find("#times").textContent = quoted ? `${quoted.charged} game${quoted.charged === 1 ? "" : "s"} at ${money(quoted.per_game)}` : "Games";
  find("#times-sum").textContent = quoted ? money(quoted.price) : "–";
  find("#free").textContent = quoted?.free ? `${quoted.free}` : "none under 50";
  find("#total").textContent = money(quoted?.price ?? 0);
  button.ariaBusy = "false";
  button.disabled = !quoted;
  button.className = quoted ? "big lamp" : "big";
  button.textContent = quoted ? `Issue receipt, ${money(quoted.price)}` : "Issue receipt";
  paper(quoted ? draft(details) : null, true);
}

const counts = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen"];
function draft(details) {
  const spots = quoted.lines[0][1];
  const name = quoted.ways > 1 ? `${quoted.ways} ways` : `${counts[spots]} spot${spots === 1 ? "" : "s"}`;
  return {
    day: board?.day ?? "", time: "–", writer: terminalName, terminal: "", number: "–", serial: "–",
    kind: `${name}, ${quoted.special ? `Special ${quoted.special}` : quoted.ways > 1 ? "way" : "standard"}${quoted.jackpot ? ", jackpot" : ""}`,
    ways: details.numbers ? [details.numbers] : details.groups ?? [], lines: quoted.lines, first: quoted.first, last: quoted.last,
    games: quoted.games, per_game: quoted.per_game, total: quoted.price,
  };
}

function paper(doc, isDraft) {
  const sheet = find("#paper");
  sheet.className = `receipt${isDraft ? " draft" : ""}`;
  find("#after").hidden = true;
  sheet.replaceChildren(find("#receipt-form").content.cloneNode(true));
  const put = (name, words) => (find(`[data-f=${name}]`, sheet).textContent = words);
  if (!doc) {
    for (const node of all("[data-f]", sheet)) if (node.dataset.f !== "cancel") node.textContent = node.nodeName === "DD" ? "–" : "";
    put("total", "$0");
    put("kind", "Nothing marked yet");
    return;
  }
  for (const name of ["day", "time", "number", "serial", "kind", "first", "last", "games"]) put(name, String(doc[name]));
  put("writer", [doc.writer, doc.terminal].filter(Boolean).join(", "));
  put("per_game", money(doc.per_game));
  put("total", money(doc.total));
  put("cancel", doc.games >= 50 ? `Keno To Go: cancelled only whole, before the first number of game ${doc.first}.` : `A game may be cancelled until its first number is drawn, from game ${doc.first} on.`);
  const picked = find("[data-f=ways]", sheet);
  picked.classList.toggle("many", doc.ways.length > 1 || (doc.ways[0]?.length ?? 0) > 12);
  picked.replaceChildren(...doc.ways.map((numbers) => {
    const line = make("p");
    line.append(...numbers.map((n) => make("span", String(n))));
    return line;
  }));
  find("[data-f=lines]", sheet).replaceChildren(...doc.lines.map(([ways, spots, cents]) => {
    const line = make("p");
    line.append(make("span", "Ways / spots / amount"), make("b", `${ways} / ${spots} / ${money(cents)}`));
    return line;
  }));
}

async function issue() {
  if (!quoted) return;
  const button = find("#issue");
  button.disabled = true;
  const details = { cents: least, ...entry(), tender: chosen.tender };
  if (!find("#paper-row").hidden) details.paper = find("#tender-paper").value;
  const answer = await order("sell", details);
  if (!answer.ok) {
    tell(find("#why"), answer);
    button.disabled = false;
    return;
  }
  issued = answer;
  wipe();
  asking += 1;
  done(answer);
}

function done(answer) {
  paper(answer.receipt, false);
  const after = find("#after");
  after.hidden = false;
  after.replaceChildren();
  const say = make("p", "", "answer yes");
  say.append(`Issued, ${money(answer.receipt.total)}. `, mark(answer.clauses));
  after.append(say, papers(answer.receipt.code, "ticket"));
  if (answer.paper.voucher) after.append(make("p", `Voucher for ${money(answer.paper.voucher.cents)}: ${answer.paper.voucher.code}`, "small"), papers(answer.paper.voucher.code, "voucher"));
  if (answer.paper.change) after.append(make("p", `Change ${money(answer.paper.change)}`, "small"));
  const code = make("p", answer.receipt.code, "code");
  find("#paper").append(code);
  forCameras(`keno:ticket:${answer.receipt.code.replaceAll(" ", "")}`).then((drawn) => code.before(drawn));
  refresh();
  find("#spoken").textContent = `Receipt ${answer.receipt.number} issued`;
  for (const [selector, words] of [["#total", "$0"], ["#span", "–"], ["#times-sum", "–"]]) find(selector).textContent = words;
  const button = find("#issue");
  button.className = "big";
  button.disabled = true;
  button.textContent = "Issue receipt";
}

// The code on a paper as squares, drawn by the house.
async function forCameras(text) {
  const drawn = make("div", "", "qr-holder");
  const response = await fetch(`/qr?${new URLSearchParams({ text })}`);
  if (response.ok) drawn.innerHTML = await response.text();
  return drawn;
}

// A question in the page's own words before something that cannot be taken back.
function sure(words) {
  return new Promise((answer) => {
    const box = make("dialog", "", "sure");
    const form = make("form");
    form.method = "dialog";
    const pair = make("div", "", "pair");
    pair.append(Object.assign(make("button", "Yes", "lamp"), { value: "yes" }), Object.assign(make("button", "No"), { value: "" }));
    form.append(make("p", words), pair);
    box.append(form);
    box.addEventListener("close", () => (answer(box.returnValue === "yes"), box.remove()));
    document.body.append(box);
    box.showModal();
  });
}

function papers(code, kind) {
  const pair = make("div", "", "pair");
  for (const [form, words] of [["pdf", "PDF"], ["txt", "Plain text"]]) {
    const link = make("a", words, "button");
    link.href = `/keno/papers/${encodeURIComponent(code.replaceAll(" ", ""))}.${form}?kind=${kind}`;
    link.target = "_blank";
    pair.append(link);
  }
  return pair;
}

function wipe() {
  Object.assign(chosen, clean());
  chosen.numbers.clear();
  find("#ways").value = find("#tender-paper").value = "";
  const held = asking;
  paint();
  asking = Math.max(asking, held + 1);
}

// Pay, cancel, replay, vouchers

const desks = {
  pay: { title: "Pay a receipt", hint: "Number and serial of the receipt" },
  cancel: { title: "Cancel a receipt", hint: "Number and serial of the receipt" },
  replay: { title: "Play a receipt again", hint: "Number and serial of the receipt" },
  voucher: { title: "Vouchers", hint: "Number and serial, to redeem; or dollars, to issue" },
};

function desk(kind, code = "") {
  const sheet = find("#paper");
  find("#after").hidden = true;
  sheet.className = "receipt deskform";
  const form = make("form", "", "deskform");
  const label = make("label", desks[kind].hint);
  const input = make("input");
  input.id = "desk-code";
  input.autocomplete = "off";
  input.spellcheck = false;
  input.value = code;
  label.append(input);
  const go = make("button", kind === "voucher" ? "Go on" : kind === "pay" ? "Look up" : desks[kind].title, kind === "pay" ? "" : "lamp");
  const said = make("p", "", "answer");
  said.setAttribute("role", "alert");
  const found = make("div");
  form.append(make("h2", desks[kind].title), label, go, said, found);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (kind === "pay") return lookUp(text, said, found);
    if (kind === "voucher" && /^\$?\d+(\.\d\d)?$/.test(text)) {
      const answer = await order("deposit", { cents: Math.round(Number(text.replace("$", "")) * 100) });
      tell(said, answer, `Voucher ${answer.paper?.voucher?.code ?? ""}.`);
      if (answer.ok) found.replaceChildren(papers(answer.paper.voucher.code, "voucher"));
      return;
    }
    if (kind === "cancel" && !(await sure(`Cancel receipt ${text}? Its stake is paid back, and it has no part in any game to come.`))) return;
    const answer = await order({ cancel: "cancel", replay: "replay", voucher: "redeem" }[kind], { paper: text, tender: chosen.tender });
    if (answer.ok && kind === "replay") return done(answer);
    tell(said, answer, kind === "cancel" ? `Cancelled, ${money(answer.paper?.refund ?? 0)} back.` : `Redeemed, ${money(answer.paper?.cents ?? 0)}.`);
  };
  sheet.replaceChildren(form);
  input.focus();
  if (code) form.requestSubmit();
}

// A paper under a scanner or a camera goes where it belongs.
function presented(text) {
  const found = readCode(text);
  if (!found) return false;
  desk(found.kind === "voucher" ? "voucher" : "pay", found.code);
  return true;
}

async function lookUp(code, said, found) {
  said.replaceChildren();
  found.replaceChildren();
  const response = await fetch(`/api/keno/tickets/${encodeURIComponent(code)}`);
  const ticket = { ok: response.ok, ...(await response.json()) };
  if (!ticket.ok) return tell(said, ticket);
  for (const paid of ticket.payments ?? [])
    found.append(make("p", `${money(paid.cents)} was paid on ${paid.at.slice(0, 16).replace("T", " ")}${paid.by ? ` by ${paid.by}` : ""}, ${paid.how}`, "small"));
  found.append(make("p", money(ticket.due), "due"), make("p", ticket.due ? "is due on this receipt" : ticket.settled_up_to ? "Nothing is due on this receipt" : "Its first game has not been settled yet", "small"));
  for (const { game, cents, ways } of ticket.games) {
    const line = make("p", "", "won-line");
    line.append(make("span", `Game ${game}, ${ways.map((way) => (way.jackpot ? "jackpot" : `${way.matched} of ${way.numbers.length}`)).join(", ")}`), make("b", money(cents)));
    found.append(line);
  }
  if (!ticket.due) return undefined; // there is nothing to pay
  const pair = make("div", "", "pair");
  const hows = document.body.dataset.as === "staff" ? [["cash", "Cash"], ["cheque", "Cheque"], ["voucher", "Voucher"]] : [["chips", "To credit"], ["voucher", "Voucher"]];
  for (const [how, words] of hows) {
    const button = make("button", `Pay, ${words.toLowerCase()}`, how === hows[0][0] ? "lamp" : "");
    button.type = "button";
    button.onclick = async () => {
      const answer = await order("pay", { paper: code, how });
      tell(said, answer, `Paid ${money(answer.paper?.cents ?? 0)}.`);
      if (!answer.ok) return;
      found.replaceChildren(make("p", "The receipt stays with the house.", "small"));
      if (answer.paper.continues) found.append(make("p", `It goes on as ${answer.paper.continues}`, "code"), papers(answer.paper.continues, "ticket"));
      if (answer.paper.voucher) found.append(make("p", `Voucher ${answer.paper.voucher.code}`, "code"), papers(answer.paper.voucher.code, "voucher"));
    };
    pair.append(button);
  }
  found.append(pair);
}

// What a writer types: numbers, qp 6, m, x5, $2, s1, g, 6/4, set NAME, pay CODE. Enter on an empty line issues.

function typed(text) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return issue();
  if (presented(words.join(""))) return undefined;
  const [first, ...rest] = words;
  const verb = first.toLowerCase();
  if (["pay", "cancel", "replay", "voucher"].includes(verb)) return desk(verb, rest.join(""));
  if (["clear", "c"].includes(verb)) return wipe();
  if (verb === "issue") return issue();
  if (verb === "set") {
    chosen.pick = { set: true };
    const wanted = rest.join(" ").toLowerCase().replace(/ (random|fixed)$/, "");
    for (const option of find("#set-name").options) if (option.value.startsWith(wanted)) find("#set-name").value = option.value;
    find("#set-mode").value = rest.includes("random") ? "random" : "fixed";
    return paint();
  }
  const ways = [];
  for (let n = 0; n < words.length; n++) {
    const word = words[n].toLowerCase();
    let found;
    if ((found = /^x(\d+)$/.exec(word))) chosen.games = Number(found[1]);
    else if ((found = /^\$(\d+(?:\.\d{1,2})?)$/.exec(word))) chosen.cents = Math.round(Number(found[1]) * 100);
    else if ((found = /^s([0-3])$/.exec(word))) Object.assign(chosen, Number(found[1]) ? { kind: "special", special: Number(found[1]) } : { kind: "standard" });
    else if (word === "qp") [chosen.pick, n] = [{ quick: Number(words[n + 1] ?? 0) }, n + 1];
    else if (word === "m") chosen.pick = { mystery: true };
    else if (word === "g") closeGroup();
    else if (/^\d+\/\d+(\$[\d.]+)?$/.test(word)) ways.push(word);
    else if (/^\d+$/.test(word)) {
      chosen.pick = null;
      const number = Number(word);
      const device = Number(find("#spots").dataset.device);
      if (number < 1 || number > device) return tell(find("#why"), { detail: `${number} is not a number from 1 to ${device}.` });
      if (!chosen.numbers.delete(number)) chosen.numbers.add(number);
    } else return tell(find("#why"), { detail: `“${word}” is not understood.` });
  }
  if (ways.length) {
    chosen.kind = "way";
    find("#ways").value = ways.join(" ");
  }
  return paint();
}

function closeGroup() {
  chosen.kind = "way";
  if (chosen.numbers.size) chosen.groups.push([...chosen.numbers]);
  chosen.numbers.clear();
}

function selling() {
  if (document.body.dataset.as === "player") refresh();
  const words = board.selling ? `Game ${board.selling} open${board.closes ? `, closes ${board.closes}` : ""}` : "Keno is closed";
  const node = find("[data-selling-words]");
  if (node.textContent !== words) node.textContent = words;
  if (document.body.dataset.first !== String(board.selling)) {
    document.body.dataset.first = board.selling;
    if ((quoted || find("#issue").ariaBusy === "true") && !issued) ask();
  }
}

// A wager that a runner brings: it becomes an entry here, in the next game there is.
async function placeErrand(number) {
  const answer = await order("place errand", { errand: number });
  if (!answer.ok) return tell(find("#why"), answer);
  find(`[data-errand='${number}']`)?.remove();
  done(answer);
}

function terminal() {
  for (const button of all("[data-scan]")) button.hidden = !canScan();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    const data = button.dataset;
    if (data.number) {
      chosen.pick = null;
      const number = Number(data.number);
      const at = chosen.groups.findIndex((group) => group.includes(number));
      if (at >= 0) chosen.groups.splice(at, 1);
      else if (!chosen.numbers.delete(number)) chosen.numbers.add(number);
    } else if (data.kind) {
      Object.assign(chosen, { kind: data.kind, pick: null });
      if (data.kind === "jackpot" && chosen.cents !== null && chosen.cents < 200) chosen.cents = null;
      if (data.kind !== "way") chosen.groups = [];
    } else if (data.special) chosen.special = Number(data.special);
    else if (data.games) chosen.games = Number(data.games);
    else if (data.cents) {
      chosen.cents = Number(data.cents);
      if (chosen.pick?.set) chosen.pick.cents = chosen.cents;
    } else if (data.tender) chosen.tender = data.tender;
    else if ("group" in data) closeGroup();
    else if (data.pick === "quick") chosen.pick = { quick: chosen.numbers.size || 6 };
    else if (data.pick === "mystery") chosen.pick = { mystery: true };
    else if (data.pick === "set") chosen.pick = { set: true };
    else if (data.pick === "clear") return wipe();
    else if (data.desk) return desk(data.desk);
    else if ("scan" in data) return void scan().then((text) => text && (presented(text) || tell(find("#why"), { detail: "That is no paper of this game." })));
    else if (data.errand) return placeErrand(Number(data.errand));
    else if (button.id === "issue") return issue();
    else return;
    if (data.pick === "quick") chosen.numbers.clear();
    paint();
  });
  for (const id of ["#ways", "#set-name", "#set-mode"]) find(id).addEventListener("input", () => ask());
  find("#typing").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = find("#typed");
    const text = input.value;
    input.value = "";
    typed(text);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && /[0-9a-z$/]/i.test(event.key)) {
      const input = find("#typed");
      input.focus();
    } else if (event.key === "Escape") wipe();
  });
  paint();
  if (document.body.dataset.as === "player") own((code) => order("pay", { paper: code, how: "chips" }));
  find("#typed").focus({ preventScroll: true });
}

// The console

function standing() {
  clearTimeout(standing.soon);
  standing.soon = setTimeout(async () => {
    if (find(".standing-holder")?.contains(document.activeElement) && document.activeElement.value) return;
    const response = await fetch("/keno/console/part");
    if (!response.ok) return;
    const had = document.activeElement?.id;
    const said = find("#standing .work .answer")?.cloneNode(true);
    find(".standing-holder").innerHTML = await response.text();
    if (said?.textContent && Date.now() - spokenAt < 5000) find("#standing .work .answer")?.replaceWith(said);
    if (had) document.getElementById(had)?.focus();
  }, 120);
}

let spokenAt = 0;
function consolePage() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.kenoAct) return;
    event.preventDefault();
    const details = {};
    const signature = {};
    for (const [name, text] of new FormData(form, event.submitter)) {
      const field = form.elements[name];
      if (name.startsWith("signed-")) {
        signature[name.slice("signed-".length)] = text;
        continue;
      }
      if (!text && name !== "approve") continue;
      if (form.dataset.list === name) details[name] = text.trim().split(/[\s,]+/).map(Number);
      else if (field?.dataset && "dollars" in field.dataset) details[name] = Math.round(Number(text) * 100);
      else if (field?.inputMode === "numeric" || ["claim"].includes(name) || (field?.dataset && "whole" in field.dataset)) details[name] = Number(text);
      else if (name === "approve") details[name] = text === "true";
      else details[name] = text;
    }
    if (form.dataset.asks && !(await sure(form.dataset.asks))) return;
    if ("done" in form.dataset) details.value = true;
    if ("hours" in form.dataset) details.hours_over = true;
    const answer = await order(form.dataset.kenoAct, details, signature.name ? { signed_by: signature } : {});
    spokenAt = Date.now();
    tell(find(".answer", form) ?? find(".answer", form.closest(".sheet-box")), answer);
    for (const input of all("input:not([type=hidden])", form)) if (answer.ok) input.value = "";
    if (answer.ok && ("reload" in form.dataset || form.dataset.kenoAct.includes("claim"))) location.reload();
    standing();
  });
}

if (page === "board") {
  board = JSON.parse(find("[data-board]").dataset.board);
  heardAt = Date.now();
  wall();
  setInterval(countdown, 500);
}
if (page === "terminal") terminal();
if (page === "console" || page === "reports" || page === "runner") consolePage();
listen();
