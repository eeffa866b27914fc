// Guide: a first round in company. Each step says what to press next and marks it; it is over when a round has been settled. It
// reads only what the page shows, whenever that changes, presses nothing, and says nothing about what is wise.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const words = (selector, within = document) => find(selector, within)?.textContent.trim() ?? "";

// A kind of page: from which width on there is room beside the cloth, what company is called there, its steps (what is said, what
// is marked), and which of them it is now.

function atTables() {
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

  return {
    wide: 1200,
    called: ["A first round, in company", "Your first round"],
    steps: {
      sit: ["Take a seat: press a free place on the cloth.", "#place [data-area][role=button]"],
      chip: ["Choose a chip of the tray.", ".tray"],
      lay: ["Lay it: press your own place, or any field of a layout.", "#place .area.yours[role=button], #place .felt:has([data-roving])"],
      ready: ["Press Ready. The house deals once everybody is, or when the time is up.", "#decision [data-act=ready]"],
      wait: ["The dealer closes with a call. Until then you may take your chip back.", "#decision .waiting"],
      watch: ["Watch. The headline in the corner says what happens, and every § why.", "#said, #said-p"],
      decide: ["Your decision. Each button says what it does and what it costs; nobody at a table gives advice.", "#decision"],
      over: ["That was a round: the strip says what came of it and by which clause, and your last rounds keep it.", "#decision"],
    },
    now() {
      const step = now();
      played ||= ["wait", "watch", "decide"].includes(step) || Boolean(find("#decision .waiting"));
      return step;
    },
  };
}

function atTerminals() {
  let spin = ""; // the one that chips were laid for
  return {
    wide: 1101,
    called: ["A first spin, in company", "Your first spin"],
    steps: {
      open: ["A terminal is closed until there is credit in it: choose how much.", "#buy"],
      wait: ["Nothing can be laid just now. Beside the ring stands what the table waits for.", "#count"],
      lay: ["Choose a chip of the tray, then touch a number, the line between two, or a field of the layout.", ".ats .tray"],
      laid: ["Your chip lies there. Until the ring has run down you may lay more, or take off what lies there.", "#count"],
      watch: ["No more bets: what lies there stays. The ball is spun for everybody at the table.", "#count"],
      over: ["That was a spin: a line says what you laid and what came back. Leave gives you your credit again.", "#came"],
    },
    now() {
      if (spin && new RegExp(`^${spin}\\b`).test(words("#came"))) return "over";
      if (find("#buy").open) return "open";
      const laid = /[1-9]/.test(words("#staked"));
      if (laid) spin = words("#spin");
      if (document.body.dataset.phase === "wagering") return laid ? "laid" : "lay";
      return laid ? "watch" : "wait";
    },
  };
}

function atKeno() {
  let ticket = ""; // the one that was issued in company
  let before = "mark";
  return {
    wide: 1200,
    called: ["A first game, in company", "Your first game"],
    steps: {
      closed: ["No game is sold just now. The line at the top says when one is.", ".state"],
      mark: ["Mark numbers; above them stands how many are allowed. Quick pick leaves them to the terminal.", ".writer .grid, .picks [data-pick=quick]"],
      asked: ["This entry cannot be issued as it stands; the red line says why.", "#why"],
      issue: ["Under your numbers stands what they can win. Choose games and price, then press Issue receipt.", "#issue"],
      bought: ["Your ticket is kept among Your tickets. Its numbers are drawn once the game is closed.", "#own-tickets"],
      drawn: ["The numbers are drawn, and your ticket is marked as they come. The board shows them to everybody.", "#own-tickets"],
      over: ["That was a game: your ticket says how many matched and what they won. A prize is collected there.", "#own-tickets"],
    },
    now() {
      if (find("#paper .code")) ticket ||= words("#paper [data-f=number]");
      const card = all(".own-ticket").find((each) => words("a", each) === `Ticket ${ticket}`);
      const stands = card?.dataset.stands;
      if (stands === "settled") return "over";
      if (ticket) return stands === "drawn" ? "drawn" : "bought";
      if (document.body.dataset.first === "0") return "closed";
      if (find("#issue").ariaBusy !== "true") before = !find("#issue").disabled ? "issue" : words("#why") ? "asked" : "mark";
      return before; // while a price is asked for, as it was
    },
  };
}

const KINDS = { player: atTables, terminal: atTerminals, keno: atKeno };
const LOST = ["The line to the house is lost. It goes on from here when it is back.", ".line-lost"];

export function startGuide(kind) {
  const { wide, called, steps, now } = KINDS[kind]();
  const aim = find("#aim");
  let step = "";
  find(".guide", aim)?.remove();
  const box = Object.assign(document.createElement("div"), { className: "guide" });
  box.innerHTML = '<p role="status"><b></b> <span></span></p><div class="do"><button type="button" class="plain"></button></div>';
  const end = find("button", box);
  end.onclick = close;
  aim.classList.add("guiding");
  aim.append(box);
  // Where the paper lies under the cloth, company stands above it and stays in sight.
  const home = document.createComment("");
  const beside = matchMedia(`(min-width: ${wide}px)`);
  const stand = () => (beside.matches ? home.after(aim) : find("main").prepend(aim));
  aim.before(home);
  beside.addEventListener("change", stand);
  stand();
  if (!beside.matches) scrollTo(0, 0);
  const watching = new MutationObserver(show);
  watching.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  show();

  function show() {
    const next = document.documentElement.classList.contains("no-line") ? "lost" : now();
    const [said, marked] = next === "lost" ? LOST : steps[next];
    const wanted = mark(marked);
    if (next === step) return;
    step = next;
    find("b", box).textContent = called[step === "over" ? 1 : 0];
    find("span", box).textContent = said;
    end.textContent = step === "over" ? "Thank you" : "Go on alone";
    if (wanted[0]?.getBoundingClientRect().height < innerHeight / 2) wanted[0].scrollIntoView({ block: "nearest" });
  }

  function mark(marked) {
    const wanted = all(marked).filter((node) => node.getClientRects().length);
    for (const node of all(".guided")) if (!wanted.includes(node)) node.classList.remove("guided");
    for (const node of wanted) if (!node.matches(".guided")) node.classList.add("guided"); // to add it again would be a change
    return wanted;
  }

  function close() {
    watching.disconnect();
    beside.removeEventListener("change", stand);
    home.replaceWith(aim);
    for (const node of all(".guided")) node.classList.remove("guided");
    box.remove();
    aim.classList.remove("guiding", "first");
    find("[data-guide]", aim)?.remove();
    (all("[data-how]").find((node) => node.getClientRects().length) ?? find("main")).focus();
  }
}
