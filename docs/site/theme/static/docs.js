// The light in the room, as the house keeps it; the list of pages, folded on a telephone; and addresses from before the site was here.

const all = (selector) => document.querySelectorAll(selector);
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 899px)");

function kept() {
  try {
    return localStorage.getItem("light");
  } catch {
    return null; // a page from a disk may keep nothing
  }
}
const isDim = () => (kept() ?? (dark.matches ? "dim" : "paper")) === "dim";

function light() {
  const dim = isDim();
  document.documentElement.classList.toggle("dim", dim);
  document.documentElement.classList.toggle("lit", !dim);
  for (const button of all("[data-dim]")) button.setAttribute("aria-pressed", dim);
}
dark.addEventListener("change", light);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-dim]")) return;
  localStorage.setItem("light", isDim() ? "paper" : "dim");
  light();
});
light();

const pages = document.querySelector(".pages details");
const fold = () => { pages.open = !narrow.matches; };
narrow.addEventListener("change", fold);
fold();
const here = document.querySelector(".pages .current > a, .pages a.current");
if (here && !narrow.matches) {
  here.setAttribute("aria-current", "page");
  const box = here.closest(".pages");
  box.scrollTop = here.offsetTop - box.clientHeight / 2;
}

// The API's page stood at /docs; what led to one of its operations leads there still.
const operation = /^#(get|post|put|patch|delete)-/.test(location.hash);
if (operation && !document.getElementById(location.hash.slice(1))) location.replace(`/api${location.hash}`);
