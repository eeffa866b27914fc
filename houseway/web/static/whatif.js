// What if: asks for the figures of a book with every provision that was moved, and shows the newest answer only.
(() => {
  const main = document.querySelector(".whatif");
  const how = document.getElementById("how"), wrong = document.getElementById("wrong");
  const body = document.querySelector("#figures tbody"), chart = document.getElementById("chart");
  const headline = document.getElementById("headline");
  let asked = 0, busy = false, again = false, rest = 0;

  const written = (field) => {
    const step = field.dataset.step;
    if (!step) return field.value.trim();
    return step.replace("#", field.value);
  };
  const changed = () => [...main.querySelectorAll(".control")].flatMap((one) => {
    const field = one.querySelector("input,select");
    if (!one.dataset.moved) return [];
    return [`${one.dataset.name}=${written(field)}`];
  });
  const percent = (figures) => figures ? `${figures.edge_percent.toFixed(4)}%`.replace("-", "−") : "not offered";

  async function ask(patient) {
    if (busy) { again = true; return; }
    busy = true;
    const number = ++asked, set = changed();
    const query = new URLSearchParams(set.map((each) => ["set", each]));
    if (patient) query.set("patient", "true");
    if (main.dataset.at) query.set("at", main.dataset.at);
    try {
      const answer = await fetch(`/odds/${encodeURIComponent(main.dataset.book)}/what-if.json?${query}`, {headers: {Accept: "application/json"}});
      const doc = await answer.json();
      if (number === asked) answer.ok ? show(doc) : refuse(doc);
      clearTimeout(rest);
      if (answer.ok && doc.figures !== "exact") rest = setTimeout(() => ask(true), 1200);
    } finally {
      busy = false;
      if (again) { again = false; ask(false); }
    }
  }

  function refuse(doc) { wrong.textContent = doc.detail; }

  function show(doc) {
    wrong.textContent = "";
    const set = Object.entries(doc.set).map(([name, value]) => `${name} = ${value}`).join(", ");
    how.textContent = `${set || "The law as it stands"}. Figures: ${doc.figures}.`;
    how.dataset.figures = doc.figures;
    chart.innerHTML = doc.chart;
    const first = doc.wagers[0];
    if (first) headline.textContent = `${first.wager}: ${percent(first.before)} ${first.moves ? `→ ${percent(first.after)}` : "by the law"}`;
    body.replaceChildren(...doc.wagers.map((row) => {
      const line = document.createElement("tr");
      const cells = [row.wager, row.played || row.given, percent(row.before), percent(row.after), row.after?.deviation?.toFixed(4) ?? "–"];
      for (const text of cells) line.appendChild(document.createElement("td")).textContent = text;
      line.classList.toggle("moved", row.moves);
      return line;
    }));
  }

  main.addEventListener("input", (event) => {
    const one = event.target.closest(".control");
    if (!one) return;
    one.dataset.moved = "yes";
    const told = one.querySelector("output");
    if (told) told.textContent = written(event.target);
    clearTimeout(rest);
    ask(false);
  });
  document.getElementById("law").addEventListener("click", () => location.reload());
  ask(false);
})();
