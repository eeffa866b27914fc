// Squeeze: a card in the opener's own hands. A drag from its lower edge, or the arrow keys, uncovers the face bit by bit; past
// two thirds, or with Enter, the card is opened for everybody. Only the opener's page has the face; it decides nothing.

export function makeSqueeze({ find, all, orderNow, tell }) {
  const OPENS = 0.66;
  const shown = new Map(); // how far each card has been lifted, by its id
  let held = null; // the card under the finger: its node, where the drag began, and how far it was lifted then
  let sent = "";

  const words = (part) => (part <= 0 ? "closed" : part < 0.34 ? "a corner shows" : part < OPENS ? "half open" : "open");

  function lift(node, part) {
    part = Math.min(1, Math.max(0, part));
    shown.set(node.id, part);
    const high = Number(node.dataset.height);
    const cover = find("clipPath rect", node);
    if (cover) cover.setAttribute("height", high * (1 - part) + 2);
    const fold = find(".fold", node);
    if (fold) {
      fold.setAttribute("d", `M0 ${high * (1 - part)}H${node.getBBox().width}`);
      fold.setAttribute("stroke-opacity", part > 0 && part < 1 ? 0.45 : 0);
    }
    node.setAttribute("aria-valuenow", Math.round(part * 100));
    node.setAttribute("aria-valuetext", words(part));
  }

  async function open(node) {
    if (sent === node.id) return;
    sent = node.id;
    lift(node, 1);
    const answer = tell(await orderNow("choose", { value: "open" }));
    if (!answer.ok) sent = "";
  }

  function pointer(event) {
    const node = event.target.closest?.(".squeeze");
    if (!node) return;
    event.preventDefault();
    node.setPointerCapture?.(event.pointerId);
    const scale = node.getBoundingClientRect().height / Number(node.dataset.height);
    held = { node, from: event.clientY, at: shown.get(node.id) ?? 0, scale };
    node.focus();
  }

  function move(event) {
    if (!held) return;
    const up = (held.from - event.clientY) / (Number(held.node.dataset.height) * held.scale);
    lift(held.node, held.at + up);
  }

  function release() {
    if (!held) return;
    const { node } = held;
    held = null;
    if ((shown.get(node.id) ?? 0) >= OPENS) open(node);
  }

  document.addEventListener("pointerdown", pointer);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);

  const STEPS = { ArrowUp: 0.1, ArrowRight: 0.1, ArrowDown: -0.1, ArrowLeft: -0.1, PageUp: 0.3, PageDown: -0.3 };

  return {
    key(event) {
      const node = event.target.closest?.(".squeeze");
      if (!node) return false;
      const now = shown.get(node.id) ?? 0;
      if (event.key in STEPS) lift(node, now + STEPS[event.key]);
      else if (event.key === "Home") lift(node, 0);
      else if (event.key === "Enter" || event.key === " " || event.key === "End") open(node);
      else return false;
      event.preventDefault();
      if ((shown.get(node.id) ?? 0) >= 1) open(node);
      return true;
    },
    // After every change the page lifts again what was lifted, and forgets cards that are gone.
    show() {
      const here = all(".squeeze");
      for (const id of [...shown.keys()]) if (!here.some((node) => node.id === id)) shown.delete(id);
      for (const node of here) lift(node, shown.get(node.id) ?? 0);
      if (sent && !here.some((node) => node.id === sent)) sent = "";
    },
  };
}
