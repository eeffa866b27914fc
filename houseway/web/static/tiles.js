// Tiles: a player's own four, set as two hands. A tap on a tile of each hand swaps them, and so do Enter and the arrow keys; the
// house has drawn every way they can be set, and the page only says which one is looked at. It decides nothing.

export function makeTiles({ find, all, orderNow, tell }) {
  let picked = "";
  let looked = { hand: "", value: "" }; // the way last looked at, and whose tiles it is of

  const ways = (group) => all(".way", group);
  const now = (group) => ways(group).find((way) => !way.hasAttribute("hidden"));
  // Two tiles of one kind are alike, so ways are compared by kind; a star marks the second tile of a kind.
  const hand = (text) => text.replaceAll("*", "").split(" / ").map((part) => part.split(" ").sort().join(" "));

  // Shows one way in every drawing of the hand, the wide one and the phone's.
  function turn(value, focus = "") {
    const wanted = hand(value).sort().join(" / ");
    for (const group of all(".arranged")) {
      for (const way of ways(group)) way.toggleAttribute("hidden", hand(way.dataset.value).sort().join(" / ") !== wanted);
      const shown = now(group);
      if (focus && shown?.getClientRects().length) find(`[data-tile="${CSS.escape(focus)}"]`, shown)?.focus();
    }
    looked = { hand: find(".arranged")?.dataset.hand ?? "", value };
    const spoken = find("#spoken");
    if (spoken) spoken.textContent = `High ${value.replace(" / ", ", low ")}`;
  }

  function pick(node) {
    const group = node.closest(".arranged");
    const tile = node.dataset.tile;
    const [high, low] = now(group).dataset.value.split(" / ").map((part) => part.split(" "));
    const other = picked;
    picked = other === tile ? "" : tile;
    if (other && picked && high.includes(other) !== high.includes(tile)) {
      const swap = (part) => part.map((each) => (each === other ? tile : each === tile ? other : each));
      picked = "";
      turn(`${swap(high).join(" ")} / ${swap(low).join(" ")}`, tile);
    }
    for (const each of all(".arranged [data-tile]")) each.setAttribute("aria-pressed", each.dataset.tile === picked);
  }

  function next() {
    const group = find(".arranged");
    if (!group) return;
    const listed = ways(group);
    picked = "";
    turn(listed[(listed.indexOf(now(group)) + 1) % listed.length].dataset.value);
  }

  async function set(button) {
    const group = find(".arranged");
    const word = button.dataset.fromCloth;
    const value = group ? `${word} ${now(group).dataset.value}` : word;
    tell(await orderNow("choose", { value }));
  }

  // A drawing that has just come, on a phone turned round say, shows the same way.
  const show = () => {
    if (looked.value && find(".arranged")?.dataset.hand === looked.hand) turn(looked.value);
  };

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    if (at(".arranged [data-tile]")) pick(at("[data-tile]"));
    else if (at("[data-next-way]")) next();
    else if (at("[data-from-cloth]")) set(at("[data-from-cloth]"));
  });

  document.addEventListener("keydown", (event) => {
    const tile = event.target.closest?.(".arranged [data-tile]");
    if (!tile) return;
    const shown = all("[data-tile]", now(tile.closest(".arranged")));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") pick(tile);
    else if (step) shown[(shown.indexOf(tile) + step + shown.length) % shown.length].focus();
    else return;
    event.preventDefault();
  });
  return { show };
}
