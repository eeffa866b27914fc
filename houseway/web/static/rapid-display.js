// The winning number display. It reports the last effective outcome; nothing ever asks it anything.
import { colour, countdown, find, listen, noSpin, numbers, recalculated } from "./rapid-line.js";

let doc = null;
let got = 0;
listen(`/ws/rapid/${document.body.dataset.rapid}?page=display`, (message) => {
  doc = message;
  got = performance.now();
  show();
});
countdown(() => doc, () => got);

const ORDINAL = ["", "1st", "2nd", "3rd"];
function facts(number) {
  if (number === 0) return ["Green", "Zero"];
  return [
    colour(number) === "red" ? "Red" : "Black",
    number % 2 ? "Odd" : "Even",
    number <= 18 ? "1 to 18" : "19 to 36",
    `${ORDINAL[Math.ceil(number / 12)]} dozen`,
    `${ORDINAL[((number - 1) % 3) + 1]} column`,
  ];
}

function show() {
  const [number] = doc.last;
  const none = number === undefined;
  find("#pocket").className = none ? "" : colour(number);
  find("#big").textContent = none ? "No number yet" : number;
  find("#big").classList.toggle("none", none);
  find("#of-spin").textContent = none ? "" : `Spin ${doc.spin - 1}`;
  find("#facts").replaceChildren(...(none ? [] : facts(number)).map((words) => Object.assign(document.createElement("li"), { textContent: words })));
  find("#phase").textContent = doc.no_spin ? "No spin" : doc.words;
  const spin = doc.phase === "wagering" ? `Spin ${doc.spin} is open` : `Spin ${doc.spin}`;
  find("#spin").textContent = doc.no_spin ? `${spin}: ${noSpin(doc)}. The ball is spun again.` : spin;
  numbers(find("#last"), doc.last.slice(1), 12);
  find("#recalculated").textContent = recalculated(doc);
}
