// Desks: forms become orders with a key made here. A field's name is its place in the order's details: "takes.cash" is cash
// among what is taken. Amounts are typed in dollars and sent in whole cents. What is even is added up while one types.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const show = (cents) => (cents < 0 ? "−$" : "$") + Math.abs(cents / 100).toLocaleString("en", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 });

export function cents(text) {
  const found = /^\$?(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : NaN;
}

// What a form says, as the details of an order; a value that cannot be read is sent as it was typed, and refused by name.
export function details(form) {
  const doc = {};
  for (const field of all("[name]", form)) {
    if (field.closest("[hidden]") || field.name.startsWith("second.") || field.type === "submit" || field.nodeName === "BUTTON") continue;
    if (field.type === "checkbox" ? !field.checked : !field.value.trim()) continue;
    const kind = field.dataset.kind ?? "text";
    const text = field.value.trim();
    let value = field.type === "checkbox" ? true : text;
    if (kind === "money") value = Number.isNaN(cents(text)) ? text : cents(text);
    if (kind === "list") value = text.split(",").map((each) => each.trim()).filter(Boolean);
    if (kind === "int") value = /^-?\d+$/.test(text) ? Number(text) : text;
    const path = field.name.split(".");
    const last = path.pop();
    let at = doc;
    for (const step of path) at = at[step] ??= {};
    at[last] = value;
  }
  return doc;
}

const second = (form) => {
  const name = find("[name='second.name']", form)?.value.trim();
  return name ? { second: { name, password: find("[name='second.password']", form)?.value ?? "" } } : {};
};

const newKey = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

export async function post(where, doc) {
  const body = JSON.stringify({ key: newKey(), ...doc });
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(where, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      return { ok: response.ok, ...(await response.json().catch(() => ({ detail: "The house did not answer." }))) };
    } catch {
      if (tries === 6) return { ok: false, detail: "No connection; nothing was heard of it. Try again." };
      await new Promise((done) => setTimeout(done, 400 * 2 ** tries));
    }
  }
}

function tell(form, answer) {
  const where = find(".answer", form);
  if (!where) return;
  where.className = `answer ${answer.ok ? "yes" : "no"}`;
  where.textContent = answer.ok ? `Done. ${answer.advice ?? ""}` : answer.detail ?? answer.title;
}

async function printed(form, paper) {
  const where = find(".printed", form);
  if (!where || !paper?.voucher && !paper?.code) return;
  const code = paper.voucher?.code ?? paper.code;
  where.replaceChildren();
  const drawn = await fetch(`/qr?${new URLSearchParams({ text: code })}`);
  if (drawn.ok) where.innerHTML = await drawn.text();
  const words = document.createElement("p");
  words.innerHTML = "<b></b><br><span></span>";
  find("b", words).textContent = code;
  find("span", words).textContent = paper.voucher ? `Voucher ${paper.voucher.number}, ${show(paper.voucher.cents)}` : paper.name ?? "";
  where.append(words);
  where.hidden = false;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-desk-act]");
  if (!form) return;
  event.preventDefault();
  const act = event.submitter?.dataset.actInstead ?? form.dataset.deskAct;
  const asks = event.submitter?.dataset.asks ?? form.dataset.asks;
  if (asks && !(await sure(asks))) return;
  for (const button of all("button", form)) button.disabled = true;
  const answer = await post(form.dataset.desk ?? document.body.dataset.desk, { act, details: details(form), ...second(form) });
  for (const button of all("button", form)) button.disabled = false;
  tell(form, answer);
  if (!answer.ok) return;
  await printed(form, answer.code ? { ...answer.paper, code: answer.link ?? answer.code } : answer.paper);
  for (const field of all("input", form)) if (field.type !== "hidden" && !field.hasAttribute("value")) field.value = "";
  add(form);
  form.dispatchEvent(new CustomEvent("done", { bubbles: true, detail: answer }));
  for (const part of all("[data-fetch]")) refresh(part);
  if (form.dataset.then) location.href = form.dataset.then;
  if (form.hasAttribute("data-reload")) location.reload();
});

// A question in the page's own words before something that cannot be taken back.
export function sure(words) {
  return new Promise((answer) => {
    const box = document.createElement("dialog");
    box.className = "sure";
    box.innerHTML = '<form method="dialog"><p></p><div class="pair"><button value="yes" class="lamp">Yes</button><button value="">No</button></div></form>';
    find("p", box).textContent = words;
    box.addEventListener("close", () => (answer(box.returnValue === "yes"), box.remove()));
    document.body.append(box);
    box.showModal();
  });
}

async function refresh(part) {
  const response = await fetch(part.dataset.fetch);
  if (!response.ok) return;
  const holder = document.createElement("template");
  holder.innerHTML = await response.text();
  const fresh = holder.content.firstElementChild;
  if (fresh) part.replaceChildren(...fresh.childNodes);
}

// Sums

const worth = (form, side) => {
  let sum = 0;
  for (const field of all(`[name^="${side}."]`, form)) {
    if (field.closest("[hidden]") || !field.value.trim()) continue;
    if (field.dataset.worth) sum += Number(field.dataset.worth) * (Number(field.value) || 0);
    else if (field.dataset.kind === "money") sum += cents(field.value) || 0;
    else sum += Number(field.dataset.found ?? 0);
  }
  return sum;
};

function add(form) {
  for (const sum of all("[data-sum]", form)) sum.value = show(worth(form, sum.dataset.sum));
  if (form.hasAttribute("data-even")) {
    const odd = worth(form, "takes") !== worth(form, "gives");
    for (const sum of all("[data-sum]", form)) sum.classList.toggle("odd", odd);
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-desk-act]");
  if (form) add(form);
});

// A paper under a scanner: what it is worth is asked as soon as it is read.
document.addEventListener("change", async (event) => {
  const field = event.target.closest("[data-scan]");
  if (!field || !field.value.trim()) return;
  const response = await fetch(field.dataset.scan + encodeURIComponent(field.value.trim()));
  const doc = await response.json().catch(() => ({}));
  field.dataset.found = response.ok ? doc.cents ?? 0 : 0;
  const form = field.closest("form");
  tell(form, response.ok ? { ok: true, advice: `It is worth ${show(doc.cents ?? 0)}.` } : { ok: false, ...doc });
  add(form);
});

document.addEventListener("click", (event) => {
  const preset = event.target.closest("[data-preset]");
  if (preset) {
    const form = preset.closest("form");
    const wanted = preset.dataset.preset.split(" ").filter(Boolean);
    for (const part of all("[data-part]", form)) part.hidden = wanted.length > 0 && !wanted.includes(part.dataset.part);
    for (const button of all("[data-preset]", form)) button.classList.toggle("chosen", button === preset);
    add(form);
    find("[data-part]:not([hidden]) input", form)?.focus();
  }
  if (event.target.closest("[data-make-up]")) makeUp(event.target.closest("form"));
  if (event.target.closest("[data-print-page]")) print();
});

// The fewest chips that make up what was taken.
function makeUp(form) {
  const fields = all('[name^="gives.chips."]', form);
  for (const field of fields) field.value = "";
  let left = worth(form, "takes") - worth(form, "gives");
  for (const field of fields.sort((a, b) => Number(b.dataset.worth) - Number(a.dataset.worth))) {
    const count = Math.floor(left / Number(field.dataset.worth));
    if (count > 0) {
      field.value = count;
      left -= count * Number(field.dataset.worth);
    }
  }
  add(form);
}

for (const form of all("form[data-desk-act]")) add(form);
for (const part of all("[data-fetch]")) refresh(part);
find("[data-preset]")?.click();
