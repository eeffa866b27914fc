// Pad: keys for what a wheel or dice have shown. It answers the prompt, or says what a result on record should have been.

export function makePad({ find, all, order, tell, number, preview, closeSheet }) {
  let keyed = [];
  let mode = null; // null: the result answers the prompt; else what it corrects

  const pad = () => find("#pad");
  const count = () => Number(pad().dataset.count);
  const dice = () => pad().dataset.kind === "dice";
  const inOrder = () => (dice() ? [...keyed].sort() : keyed);
  const words = () => {
    const total = keyed.reduce((sum, face) => sum + Number(face), 0);
    return dice() ? `${inOrder().join(", ")}, total ${total}` : keyed.join("");
  };

  function show() {
    if (!pad()) return;
    if (mode && !pad().dataset.corrects) mode = null;
    pad().hidden = !mode && !pad().dataset.asked;
    const asked = find(".asked");
    if (asked) asked.hidden = Boolean(mode);
    const said = find("#pad-mode");
    said.textContent = mode ? `${mode.words}. Escape goes back.` : "";
    for (const key of all("[data-key]", pad())) key.classList.toggle("chosen", keyed.includes(key.dataset.key));
    const enter = find("#enter-result");
    const whole = dice() ? keyed.length === count() : all("[data-key]", pad()).some((key) => key.dataset.key === keyed[0]);
    enter.disabled = !whole;
    enter.className = whole ? "big lamp" : "big not-yet";
    const verb = mode ? "Show" : "Enter";
    enter.textContent = keyed.length ? `${verb} ${words()}` : `${verb} the result`;
  }

  function press(key) {
    if (dice()) keyed = keyed.length < count() ? [...keyed, key] : [key];
    else keyed = [key];
    show();
  }

  async function go() {
    const value = dice() ? inOrder().map(Number) : keyed[0];
    const then = mode;
    [keyed, mode] = [[], null];
    if (then) await preview(`answer=${then.at}&round=${then.round}&value=${encodeURIComponent(JSON.stringify(value))}`);
    else tell(await order("answer", { value }, { prompt: number() }));
    show();
  }

  function clear() {
    if (!keyed.length) mode = null;
    keyed = [];
    show();
  }

  function click(at) {
    if (!pad()) return false;
    const button = at("#pad button, [data-correct]");
    if (!button) return false;
    const { key, correct, round, label } = button.dataset;
    if (key) press(key);
    else if (correct) {
      closeSheet();
      mode = { at: correct, round, words: `Instead of ${label}` };
      keyed = [];
      show();
      find("[data-key]", pad()).focus();
    } else if (button.id === "enter-result") go();
    else clear();
    return true;
  }

  // Digits build a number or fill the dice; Enter enters.
  function key(event) {
    if (!pad() || pad().hidden || event.target.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return false;
    const known = new Set(all("[data-key]", pad()).map((each) => each.dataset.key));
    if (/^\d$/.test(event.key)) {
      if (dice()) known.has(event.key) && press(event.key);
      else {
        const longer = String(Number((keyed[0] ?? "") + event.key));
        if (known.has(longer)) press(longer);
        else if (known.has(event.key)) press(event.key);
      }
    } else if (event.key === "Escape") clear();
    else if (event.key === "Enter" && !find("#enter-result").disabled) go();
    else return false;
    event.preventDefault();
    return true;
  }

  return { click, key, show };
}
