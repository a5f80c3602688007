// Shows the sections that hold all the words typed, in place of the contents.
const field = document.getElementById("search"), found = document.getElementById("found"), contents = document.getElementById("contents");
const plain = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
field.addEventListener("input", () => {
  const wanted = plain(field.value).split(" ").filter(Boolean);
  found.hidden = !wanted.length;
  contents.hidden = !found.hidden;
  const rows = SECTIONS.filter(section => wanted.every(word => section[4].includes(word)));
  found.replaceChildren(...rows.map(([page, title, anchor, heading]) => {
    const row = document.createElement("li"), link = document.createElement("a");
    link.href = page + ".html" + (anchor ? "#" + anchor : "");
    link.textContent = anchor ? title + " · " + heading : title;
    row.append(link);
    return row;
  }));
  if (!rows.length) {
    const row = document.createElement("li");
    row.textContent = field.dataset.none;
    found.append(row);
  }
});
