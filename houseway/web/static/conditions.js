// Conditions: the form for a tournament shows as many stages as one wants, and goes on to the desk once the draft is on record.

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-more-stages]")) return;
  const next = document.querySelector(".stage[data-empty]");
  if (!next) return;
  next.hidden = false;
  next.removeAttribute("data-empty");
  next.querySelector("input")?.focus();
});

document.addEventListener("done", (event) => {
  if (event.detail?.then) location.href = event.detail.then;
});
