// Guide: a first round in company. Each step says what to press next and marks it; it is over when a round has been settled. It
// reads only what the page shows, presses nothing, and says nothing about what is wise.

const STEPS = [
  ["sit", "Take a seat: press a free place on the cloth.", "#place [data-area][role=button]"],
  ["chip", "Choose a chip of the tray.", ".tray"],
  ["lay", "Lay it: press your own place, or any field of a layout.", "#place .area.yours[role=button], #place [data-roving]"],
  ["ready", "Press Ready. The house deals once everybody is, or when the time is up.", "#decision [data-act=ready]"],
  ["wait", "The dealer closes with a call. Until then you may take your chip back.", "#decision .waiting"],
  ["watch", "Watch. The headline in the corner says what happens, and every § why.", "#said, #said-p"],
  ["decide", "Your decision. Each button says what it does and what it costs; nobody at a table gives advice.", "#decision"],
  ["over", "That was a round: the strip says what came of it and by which clause, and your last rounds keep it.", "#decision"],
];

export function makeGuide({ find, all, done }) {
  const box = find("#aim");
  const before = box.innerHTML;
  let played = false;

  function now() {
    const place = find("#place");
    const { seat, window: open, own } = place.dataset;
    const layout = own !== undefined;
    const strip = find("#decision");
    if (played && find(".one-sentence b, .paid-lines", strip)) return "over";
    if (!open && find(".decisions button", strip)) return "decide";
    if (place.dataset.raising && find("[data-add], .twins [data-act]", strip)) return "decide";
    if (!layout && seat === "0") return "sit";
    if (open && !place.dataset.raising) {
      if (find("[data-act=ready]", strip)) return "ready";
      const down = layout ? own !== "{}" : Boolean(find("[data-act=withdraw]", strip));
      if (down) return "wait";
      return find("[aria-checked=true]", strip) ? "lay" : "chip";
    }
    return "watch";
  }

  function show() {
    const step = now();
    played ||= ["wait", "watch", "decide"].includes(step) || Boolean(find("#decision .waiting"));
    const at = STEPS.findIndex(([name]) => name === step);
    const [, words, marked] = STEPS[at];
    if (box.dataset.step === step) return mark(marked);
    box.dataset.step = step;
    box.className = "aim-box guiding";
    box.innerHTML = '<p role="status"><b></b> <span></span></p><div class="do"><button type="button" class="plain"></button></div>';
    find("b", box).textContent = step === "over" ? "Your first round" : "A first round, in company";
    find("span", box).textContent = words;
    const end = find("button", box);
    end.textContent = step === "over" ? "Thank you" : "Go on alone";
    end.onclick = close;
    return mark(marked);
  }

  function mark(marked) {
    const wanted = new Set(all(marked).slice(0, marked.includes("role=button") ? 99 : 1));
    for (const node of all(".guided")) if (!wanted.has(node)) node.classList.remove("guided");
    for (const node of wanted) node.classList.add("guided");
  }

  function close() {
    for (const node of all(".guided")) node.classList.remove("guided");
    delete box.dataset.step;
    box.className = "aim-box";
    box.innerHTML = before;
    find("[data-guide]", box)?.remove();
    done();
    find("[data-how]", box)?.focus();
  }

  return { show };
}
