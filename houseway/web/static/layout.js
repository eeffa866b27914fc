// Layout: a cloth with many places. A chip of the tray goes to the place that is touched; a place under finger, mouse or
// focus says what it is and which numbers it covers; arrow keys walk from place to place. It decides nothing.

export function makeLayout({ find, all, order, orderNow, tell, say }) {
  const PLACE = "[data-spot][role=button]:not([data-area])";
  let chosen = null; // what a tap lays: a chip's cents, or "max" for the marker
  let cash = false; // whether cash plays, by a stake button
  let earlier = []; // what was down before each of the last acts
  let moment = ""; // the window these acts belong to
  let acts = Promise.resolve(); // one after the other, so that each knows what lay there before it
  const stops = new Map(); // by group, the place where Tab stops

  const place = () => find("#place");
  const own = () => JSON.parse(place()?.dataset.own || "{}");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  function act(work) {
    acts = acts.then(work, work);
    return acts;
  }

  // Laying

  async function put(wanted) {
    const { seat, free } = place().dataset;
    if (seat === "0" && free) await order("sit", { area: Number(free) });
    return tell(await orderNow("place", { ...wanted, ...(cash ? { medium: "cash" } : {}) }));
  }

  // The house tells everybody at once; a page that acts again must have heard what its last act came to.
  async function heard(before) {
    const then = JSON.stringify(before);
    for (let n = 0; n < 12 && JSON.stringify(own()) === then; n++) await pause(25);
    earlier.push(before);
  }

  function tap(node) {
    if (place()?.dataset.status !== "open") return;
    if (chosen === null) {
      say("notice", "Choose a chip first", "Tap a chip of the tray, then a place on the cloth.");
      return;
    }
    const { spot } = node.dataset;
    const called = chosen === "max" ? `maximum:${spot.replace(/^straight:/, "")}` : spot;
    ghost(node);
    act(async () => {
      const before = own();
      const answer = await put({ spot: called, cents: chosen === "max" ? 0 : chosen });
      if (answer.ok) await heard(before);
      unghost();
      show();
    });
  }

  function undo() {
    act(async () => {
      const before = earlier.pop();
      if (!before) return;
      for (const [spot, cents] of Object.entries(own())) {
        const more = cents - (before[spot] ?? 0);
        if (more > 0 && !tell(await orderNow("withdraw", { spot, cents: more })).ok) break;
      }
      show();
    });
  }

  function each(wagers) {
    act(async () => {
      const before = own();
      if ((await put({ wagers })).ok) await heard(before); // a slip: all of it or nothing
      show();
    });
  }

  // A chip on its way to the house wears a dashed ring.
  function ghost(node) {
    const layer = find(".sent-chips", node.ownerSVGElement);
    const { x, y, width, height } = find(".hit, rect, path", node).getBBox();
    const chip = Number.isInteger(chosen) && find(`#chip-${chosen}`)
      ? `<use href="#chip-${chosen}" x="-15" y="-15" width="30" height="30"/>` : "";
    const holder = document.createElement("template");
    holder.innerHTML = `<svg><g transform="translate(${x + width / 2} ${y + height / 2})">${chip}<circle r="19" fill="none" stroke="#F2EFE1" stroke-width="1.5" stroke-dasharray="4 3"/></g></svg>`;
    layer?.replaceChildren(...holder.content.firstElementChild.childNodes);
  }
  const unghost = () => all(".sent-chips").forEach((layer) => layer.replaceChildren());

  // The loupe: what a place is, before anything is laid there. It moves once a frame, however fast the keys are: all that it
  // changes is laid out in one go.

  let looked = null;
  let frame = 0;
  function look(node) {
    looked = node;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      loupeOver(looked?.isConnected ? looked : null);
    });
  }

  function loupeOver(node) {
    const loupe = find("#loupe");
    for (const cell of all("[data-number].covered")) cell.classList.remove("covered");
    if (!loupe || !node) {
      if (loupe) loupe.hidden = true;
      return;
    }
    const numbers = new Set((node.dataset.numbers ?? "").split(" "));
    if (numbers.size <= 18) for (const cell of all("[data-number]", node.ownerSVGElement)) cell.classList.toggle("covered", numbers.has(cell.dataset.number));
    loupe.textContent = node.getAttribute("aria-label") + (node.dataset.pays ? `. Pays ${node.dataset.pays}` : "");
    loupe.hidden = false;
    const zoom = document.body.currentCSSZoom ?? 1;
    const at = node.getBoundingClientRect();
    const half = loupe.offsetWidth / 2;
    const middle = Math.min(Math.max((at.left + at.width / 2) / zoom, half + 8), innerWidth / zoom - half - 8);
    loupe.style.left = `${middle}px`;
    const top = at.top / zoom - 10;
    loupe.classList.toggle("under", top < 64 + loupe.offsetHeight);
    loupe.style.top = `${top < 64 + loupe.offsetHeight ? at.bottom / zoom + 10 : top}px`;
  }

  // Walking: the nearest place in a direction, straight ahead before aside.

  // Places lie still on their cloth: they are measured once for each size that it has.
  const measured = new WeakMap();
  function placesOn(cloth) {
    const { left, top, width, height } = cloth.getBoundingClientRect();
    const nodes = all(PLACE, cloth);
    const known = measured.get(cloth);
    if (known?.width === width && known.height === height && known.places.size === nodes.length && nodes.every((node) => known.places.has(node))) return known.places;
    const places = new Map(nodes.map((node) => {
      const at = node.getBoundingClientRect();
      return [node, { left: at.left - left, top: at.top - top, width: at.width, height: at.height }];
    }));
    measured.set(cloth, { width, height, places });
    return places;
  }

  function next(node, dx, dy) {
    const places = placesOn(node.ownerSVGElement);
    const here = places.get(node);
    let best = null;
    let least = Infinity;
    for (const [other, there] of places) {
      if (other === node) continue;
      const x = there.left + there.width / 2 - here.left - here.width / 2;
      const y = there.top + there.height / 2 - here.top - here.height / 2;
      const ahead = x * dx + y * dy;
      if (ahead < 2) continue;
      const aside = Math.abs(dx ? y : x);
      const [mine, theirs] = dx ? [here.height, there.height] : [here.width, there.width];
      const gap = Math.max(0, aside - (mine + theirs) / 2);
      const faces = aside <= Math.max(mine, theirs) / 2; // one lies squarely before the other
      if (!faces && aside > 1.5 * ahead) continue;
      const distance = ahead + 2.5 * gap + 0.4 * aside;
      if (distance < least) [best, least] = [other, distance];
    }
    return best;
  }

  function stopAt(node) {
    const group = node.closest("[data-roving]");
    if (!group) return;
    stops.set(group.dataset.roving, node.id);
    for (const other of all('[tabindex="0"]', group)) if (other !== node) other.tabIndex = -1;
    node.tabIndex = 0;
  }

  // Digits name a number: 1, then 7 soon after it, is 17.
  let typed = "";
  let since = 0;
  function typeNumber(event, node) {
    typed = event.timeStamp - since < 1500 && typed.length < 2 ? typed + event.key : event.key;
    since = event.timeStamp;
    find(`[data-spot="straight:${Number(typed)}"]`, node.ownerSVGElement)?.focus();
  }

  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  function key(event) {
    const node = event.target.closest?.(PLACE);
    if (node) {
      if (event.key in ARROWS) next(node, ...ARROWS[event.key])?.focus();
      else if (event.key === "Enter" || event.key === " ") tap(node);
      else if (event.key === "Delete" || event.key === "Backspace") {
        act(async () => tell(await orderNow("withdraw", { spot: node.dataset.spot })));
      } else if (/^\d$/.test(event.key)) typeNumber(event, node);
      else return false;
      event.preventDefault();
      return true;
    }
    const item = event.target.closest?.("[data-tray]");
    if (item && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      const items = all("[data-tray]");
      const to = items[(items.indexOf(item) + (event.key === "ArrowRight" ? 1 : -1) + items.length) % items.length];
      choose(to);
      to.focus();
      return true;
    }
    return false;
  }

  function choose(item) {
    chosen = item.dataset.tray === "max" ? "max" : Number(item.dataset.tray);
    show();
  }

  function click(at) {
    const item = at("[data-tray]");
    if (item) return choose(item), true;
    if (at("[data-cash]")) {
      cash = !cash;
      return show(), true;
    }
    if (at("[data-undo]")) return undo(), true;
    const many = at("[data-all]");
    if (many) return each(JSON.parse(many.dataset.all)), true;
    const node = at(PLACE);
    if (node) return tap(node), true;
    return false;
  }

  // After every change: what the page itself knows is put back on what the house has sent.
  function show() {
    const at = place();
    if (!at) return;
    const now = `${at.dataset.round} ${at.dataset.window}`;
    if (now !== moment) [earlier, moment] = [[], now];
    const items = all("[data-tray]");
    if (chosen !== null && items.length && !items.some((item) => item.dataset.tray === String(chosen))) chosen = null;
    items.forEach((item, n) => {
      const on = item.dataset.tray === String(chosen);
      item.setAttribute("aria-checked", on);
      item.tabIndex = on || (chosen === null && n === 0) ? 0 : -1;
    });
    all("[data-cash]").forEach((button) => button.setAttribute("aria-pressed", cash));
    const back = find("[data-undo]");
    if (back) back.disabled = !earlier.length;
    for (const [group, id] of stops) {
      const node = document.getElementById(id);
      if (node?.closest(`[data-roving="${group}"]`)) stopAt(node);
    }
    if (looked) look(looked);
  }

  document.addEventListener("focusin", (event) => {
    const node = event.target.closest?.(PLACE);
    if (node) stopAt(node);
    look(node && node.matches(":focus-visible") ? node : null);
  });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") look(event.target.closest?.(PLACE));
  });
  document.addEventListener("pointerdown", (event) => {
    const node = event.target.closest?.(PLACE);
    if (node && event.pointerType !== "mouse") look(node);
  });
  for (const over of ["pointerup", "pointercancel"]) {
    document.addEventListener(over, (event) => event.pointerType !== "mouse" && setTimeout(() => look(null), 250));
  }

  return { click, key, show };
}
