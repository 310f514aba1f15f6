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
// A link into a closed part opens it.
function reveal() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let part = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();
// The picture on the page is the file: the link works even if the page travels alone.
for (const link of document.querySelectorAll("a[data-svg]")) {
  link.addEventListener("click", () => {
    const svg = document.getElementById(link.dataset.svg).querySelector("svg");
    const text = new XMLSerializer().serializeToString(svg);
    link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  });
}
