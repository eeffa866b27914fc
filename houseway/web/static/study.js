// Studies: a file that is chosen is put where it can be read and changed; and while a study is played, how far it is is asked for
// every two seconds and shown in its place.

const BEAT = 2000;

for (const chosen of document.querySelectorAll("input[type=file][data-into]")) {
  chosen.addEventListener("change", async () => {
    const file = chosen.files[0];
    if (file) document.getElementById(chosen.dataset.into).value = (await file.text()).slice(0, 20_000);
  });
}

async function ask() {
  const shown = document.getElementById("study");
  if (!shown || !("going" in shown.dataset)) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("study");
    if (told && !shown.contains(document.activeElement)) shown.replaceWith(told);
    else if (told && !("going" in told.dataset)) shown.replaceWith(told);
  } catch {
    // No news; the next beat asks again.
  }
  setTimeout(ask, BEAT);
}
setTimeout(ask, BEAT);
