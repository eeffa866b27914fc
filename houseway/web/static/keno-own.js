// Keno, own: a player's tickets as they stand, marked as numbers are drawn, on the terminal and on the page of one ticket; and
// what the numbers marked could win. The house says all of it; this only shows it, again whenever the displays change.

import { answerTo } from "./asking.js";

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const money = (cents) => `$${(cents / 100).toLocaleString("en", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 })}`;
const make = (name, words = "", kind = "") => Object.assign(document.createElement(name), { textContent: words, className: kind });

function numbers(way, drawn) {
  const row = make("p", "", "picked-row");
  for (const n of way) {
    const cell = make("span", String(n), drawn.includes(n) ? "matched" : "");
    if (drawn.includes(n)) cell.append(make("i", " drawn", "heard"));
    row.append(cell);
  }
  return row;
}

const game = ({ game: number, words }) => make("li", `Game ${number}: ${words}`, "won-line");

// Own tickets, beside the terminal

let collect = null;
function card(ticket) {
  const item = make("li", "", "own-ticket");
  item.dataset.stands = ticket.games[0]?.settled ? "settled" : ticket.games.length ? "drawn" : "waits";
  const head = make("p");
  const link = make("a", `Ticket ${ticket.number}`);
  link.href = `/keno/tickets/${encodeURIComponent(ticket.code.replaceAll(" ", ""))}`;
  head.append(link, ` ${money(ticket.total)}`);
  item.append(head, ...ticket.ways.slice(0, 3).map((way) => numbers(way, ticket.games[0]?.drawn ?? [])), make("p", ticket.words, "words"));
  if (ticket.ways.length > 3) item.append(make("p", `and ${ticket.ways.length - 3} more ways`, "small"));
  if (ticket.due) {
    const button = make("button", `Collect ${money(ticket.due)}`);
    button.type = "button";
    button.onclick = async () => {
      button.disabled = true;
      const answer = await collect(ticket.code);
      if (!answer.ok) item.append(make("p", answer.detail, "answer no"));
      refresh();
    };
    item.append(button);
  }
  return item;
}

let told = "";
export async function refresh() {
  const list = find("#own-tickets ul");
  if (list) {
    const response = await fetch("/api/keno/tickets");
    if (!response.ok) return;
    const tickets = await response.json();
    const words = JSON.stringify(tickets);
    if (words === told) return;
    told = words;
    list.replaceChildren(...(tickets.length ? tickets.map(card) : [make("li", "No ticket of yours yet.", "small")]));
  }
  const code = document.body.dataset.ticket;
  if (!code) return;
  const response = await fetch(`/api/keno/tickets/${encodeURIComponent(code)}/standing`);
  if (!response.ok) return;
  const ticket = await response.json();
  find("[data-words]").textContent = ticket.words;
  find("[data-ways]").replaceChildren(...ticket.ways.map((way) => numbers(way, ticket.games[0]?.drawn ?? [])));
  find("[data-games]").replaceChildren(...(ticket.games.length ? ticket.games.map(game) : [make("li", "None of its games has been drawn yet.", "small")]));
}

export function own(pays) {
  collect = pays;
  refresh();
}

// What the numbers marked could win

let asked = 0;
export async function prizes(details, mark) {
  const box = find("#prizes");
  if (!box) return null;
  const turn = ++asked;
  if (!details) {
    box.hidden = true;
    return null;
  }
  const found = await answerTo("/api/keno/prizes", { details }, () => turn === asked);
  if (turn !== asked || !found.ok) {
    if (turn === asked) box.hidden = true;
    return null;
  }
  box.hidden = false;
  box.replaceChildren();
  for (const column of found.columns.slice(0, 4)) {
    const head = make("p", `${column.spots} number${column.spots === 1 ? "" : "s"} at ${money(column.cents)} can win `);
    const cited = mark(column.clauses);
    if (cited) head.append(cited);
    const list = make("dl");
    for (const row of column.prizes) {
      const pair = make("div");
      pair.append(make("dt", `${row.matched} drawn`), make("dd", row.jackpot ? `jackpot, ${money(row.cents)} now` : money(row.cents)));
      list.append(pair);
    }
    box.append(head, list);
  }
  if (found.columns.length > 4) box.append(make("p", `and ${found.columns.length - 4} more kinds of way`, "small"));
  return found;
}

for (const holder of all("[data-qr]")) {
  fetch(`/qr?${new URLSearchParams({ text: holder.dataset.qr })}`).then(async (response) => {
    if (response.ok) holder.innerHTML = await response.text();
  });
}
if (document.body.dataset.ticket) {
  refresh();
  const listen = (wait = 500) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/keno/ws`);
    socket.onmessage = () => refresh();
    socket.onclose = () => setTimeout(() => listen(Math.min(5000, wait * 2)), wait);
  };
  listen();
}
