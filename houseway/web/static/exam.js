// An exam's time: it is told from second to second, and aloud at five minutes, one minute and ten seconds. The house's clock decides;
// the page's own only counts down from what the house said was left. When it is over, the result is asked for.

const TOLD = { 300: "Five minutes left.", 60: "One minute left.", 10: "Ten seconds left." };

const shown = document.querySelector("[data-left]");
const said = document.querySelector("#time-told");
const begun = performance.now();
const first = Number(shown.dataset.left);
let last = first;

const timer = setInterval(() => {
  const left = Math.max(0, Math.ceil(first - (performance.now() - begun) / 1000));
  if (left === last) return;
  last = left;
  shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  shown.classList.toggle("short", left <= 60);
  if (TOLD[left]) said.textContent = TOLD[left];
  if (left === 0) {
    clearInterval(timer);
    location.assign(shown.dataset.over);
  }
}, 200);
