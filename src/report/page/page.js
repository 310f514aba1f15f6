"use strict";
// Sorting by a click on a column: numbers by their exact value, words by the alphabet, missing cells last.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.querySelectorAll("thead tr:last-child th")];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    head.setAttribute("aria-sort", "none");
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const numeric = head.classList.contains("number");
      const before = head.getAttribute("aria-sort");
      const down = numeric ? before !== "descending" : before === "ascending";
      heads.forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        if (!numeric) return cell.textContent;
        const value = cell.dataset.value;
        return value === undefined ? null : Number(value);
      };
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        const order = numeric ? a - b : a.localeCompare(b, undefined, { numeric: true });
        return down ? -order : order;
      });
      rows.forEach(([, row]) => body.append(row));
    });
  });
}
// Metrics are tabs; without this script they are sections one below the other.
const panels = [...document.querySelectorAll("#parts > section.metric")];
const tabs = new Map();
function choose(panel, focus) {
  for (const [own, tab] of tabs) {
    own.hidden = own !== panel;
    tab.setAttribute("aria-selected", String(own === panel));
    tab.tabIndex = own === panel ? 0 : -1;
  }
  if (focus) tabs.get(panel).focus();
}
if (panels.length > 1) {
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Metrics");
  panels.forEach((panel, position) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = "tab-" + panel.id;
    tab.textContent = panel.querySelector("h2").textContent;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.classList.add("panel");
    tab.addEventListener("click", () => choose(panel, false));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      choose(panels[(position + step + panels.length) % panels.length], true);
    });
    tabs.set(panel, tab);
    list.append(tab);
  });
  panels[0].before(list);
  choose(panels[0], false);
}
// What is wider than its box says so.
const watcher = new ResizeObserver((entries) => {
  for (const { target: box } of entries) {
    const wide = box.scrollWidth > box.clientWidth + 1;
    if (box.classList.contains("wide") === wide) continue;
    box.classList.toggle("wide", wide);
    if (wide) {
      const cue = document.createElement("p");
      cue.className = "cue";
      cue.textContent = "Scroll sideways to see everything \u2192";
      box.before(cue);
    } else {
      box.previousElementSibling.remove();
    }
  }
});
document.querySelectorAll(".scroll").forEach((box) => watcher.observe(box));
// The summary goes to the clipboard; where the browser forbids that, it is selected.
const copy = document.getElementById("copy");
copy.hidden = false;
copy.addEventListener("click", async () => {
  const text = document.getElementById("summary-text");
  let done = true;
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    document.getElementById("summary").open = true;
    getSelection().selectAllChildren(text);
    done = document.execCommand("copy");
  }
  document.getElementById("copied").textContent = done ? "Copied." : "Selected: press Ctrl+C to copy.";
});
// Paper shows tables, figures and what is missing, folded or not.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("details.part:not([open])")];
  unfolded.forEach((part) => { part.open = true; });
});
addEventListener("afterprint", () => unfolded.forEach((part) => { part.open = false; }));
// A link into a closed part opens it.
function reveal() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  const panel = target && target.closest(".panel");
  if (panel) choose(panel, false);
  for (let part = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", reveal);
// A link to where the address already points changes no hash.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
reveal();
