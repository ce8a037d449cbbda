// Tables that sort and copy.
(() => {
  "use strict";
  const { element, text, list, isNumber } = Page;

  // Brings every form that a cell may have in the data into one. `value` is a number or null,
  // `text` a string or null.
  const cellOf = (given) => {
    const full = given !== null && typeof given === "object" ? given : { value: given };
    const marks = [full.mark].flat();
    const value = isNumber(full.value) ? full.value : null;
    return {
      value,
      text: typeof full.value === "string" ? full.value : null,
      deviation: value === null ? null : full.deviation,
      paper: full.paper,
      paperDeviation: full.paperDeviation,
      best: marks.includes("best"),
      order: marks.includes("order"),
      note: text(full.note),
    };
  };

  const figure = (value, column) => (isNumber(column.digits) ? Page.fixed(value, column.digits) : Page.short(value));

  // Runs of neighbouring columns of one group; a column without a group is by itself.
  Page.spansOf = (columns) => {
    const spans = [];
    for (const column of columns) {
      const last = spans[spans.length - 1];
      if (column.group && last && last.group === column.group) ++last.size;
      else spans.push({ group: text(column.group), size: 1 });
    }
    return spans;
  };

  // Sorts numbers before words; missing cells come last whatever the direction.
  const compare = (a, b, direction) => {
    const rank = (cell) => (cell.value !== null ? 0 : cell.text !== null ? 1 : 2);
    if (rank(a) !== rank(b)) return rank(a) === 2 || rank(b) === 2 ? rank(a) - rank(b) : direction * (rank(a) - rank(b));
    if (a.value !== null) return direction * (a.value - b.value);
    return a.text === null ? 0 : direction * a.text.localeCompare(b.text, "en", { numeric: true });
  };

  const withNote = (content, note) => {
    const id = Page.id("note");
    const hint = element("span", { id, hidden: true }, note);
    const show = () => {
      const box = button.getBoundingClientRect();
      Page.showTip([element("p", {}, note)], box.right - 8, box.top + box.height / 2);
    };
    const button = element(
      "button",
      { class: "noted", type: "button", "aria-describedby": id, onmouseenter: show, onfocus: show, onclick: show,
        onmouseleave: Page.hideTip, onblur: Page.hideTip },
      ...content
    );
    return [button, hint];
  };

  const contentOf = (cell, column) => {
    const value = cell.value === null ? cell.text || Page.missing : figure(cell.value, column);
    const main = [element(cell.best ? "strong" : "span", {}, value)];
    if (isNumber(cell.deviation)) main.push(element("span", { class: "deviation" }, ` ± ${figure(cell.deviation, column)}`));
    const parts = cell.note ? withNote(main, cell.note) : main;
    const below = [];
    if (isNumber(cell.paper)) {
      const spread = isNumber(cell.paperDeviation) ? ` ± ${figure(cell.paperDeviation, column)}` : "";
      below.push(`paper ${figure(cell.paper, column)}${spread}`);
    }
    if (cell.order) {
      below.push(
        element("span", { class: "order" }, element("span", { "aria-hidden": "true" }, "⇅"), " order",
          element("span", { class: "unseen" }, ": the paper's order of methods does not hold here"))
      );
    }
    if (below.length) parts.push(element("small", {}, ...below));
    return parts;
  };

  const rowOf = (cells, columns) =>
    element(
      "tr",
      {},
      ...cells.map((cell, k) => {
        const attributes = k === 0 ? { scope: "row" } : {};
        if (columns[k].kind === "number") attributes.class = "number";
        return element(k === 0 ? "th" : "td", attributes, ...contentOf(cell, columns[k]));
      })
    );

  // Explains the signs that occur in the table.
  const keyOf = (rows) => {
    const any = (test) => rows.some((row) => row.some(test));
    const keys = [];
    if (any((cell) => cell.best)) keys.push("Bold: the best.");
    if (any((cell) => isNumber(cell.deviation))) keys.push("±: standard deviation.");
    if (any((cell) => isNumber(cell.paper))) keys.push("Small: the figure of the paper.");
    if (any((cell) => cell.order)) keys.push("⇅ order: the paper's order of methods does not hold here.");
    if (any((cell) => cell.note)) keys.push("Dotted line: there is a note.");
    return keys.length ? element("p", { class: "key" }, keys.join(" ")) : null;
  };

  const copyButtons = (caption, current) => {
    const button = (name, write) =>
      element("button", { type: "button", onclick: () => Page.copy(write(current()), `the table as ${name}`) }, name);
    return element(
      "div",
      { class: "copies", role: "group", "aria-label": `Copy as, ${caption}` },
      element("span", { "aria-hidden": "true" }, "Copy as"),
      button("Markdown", Page.asMarkdown),
      button("LaTeX", Page.asLatex),
      button("CSV", Page.asCsv)
    );
  };

  Page.table = (block) => {
    const columns = list(block.columns);
    const given = list(block.rows).map((row) => columns.map((_, k) => cellOf(list(row)[k])));
    const elements = new Map(given.map((row) => [row, rowOf(row, columns)]));
    const body = element("tbody", {}, ...elements.values());
    let shown = given;

    // A click sorts ascending, the next descending, the third restores the order.
    const next = { none: "ascending", ascending: "descending", descending: "none" };
    const headers = columns.map((column, k) => {
      const sort = () => {
        const order = next[headers[k].getAttribute("aria-sort")];
        for (const header of headers) header.setAttribute("aria-sort", "none");
        headers[k].setAttribute("aria-sort", order);
        const direction = order === "descending" ? -1 : 1;
        shown = order === "none" ? given : [...given].sort((a, b) => compare(a[k], b[k], direction));
        body.append(...shown.map((row) => elements.get(row)));
        Page.whisper(order === "none" ? "In the original order" : `Sorted by ${text(column.label)}, ${order}`);
      };
      const button = element("button", { type: "button", onclick: sort }, text(column.label), element("span", { class: "arrow", "aria-hidden": "true" }));
      return element("th", { scope: "col", "aria-sort": "none", class: column.kind === "number" ? "number" : null }, button);
    });

    const spans = Page.spansOf(columns);
    const grouped = spans.some((span) => span.group);
    const top = [];
    const bottom = [];
    let k = 0;
    for (const { group, size } of spans) {
      if (group) top.push(element("th", { scope: "colgroup", colspan: size, class: "group" }, group));
      else if (grouped) headers[k].setAttribute("rowspan", 2);
      for (const header of headers.slice(k, k + size)) (group || !grouped ? bottom : top).push(header);
      k += size;
    }
    const head = element("thead", {}, grouped ? element("tr", {}, ...top) : null, element("tr", {}, ...bottom));

    const caption = text(block.caption);
    const table = element("table", { "aria-label": caption || null }, head, body);
    const current = () => ({ caption, columns, rows: shown });
    return [
      element("div", { class: "above" }, copyButtons(caption || "table", current)),
      Page.scroller(caption || "Table", table),
      keyOf(given),
    ];
  };

  Page.blocks.set("table", (block) => Page.figure(block, "table", ...Page.table(block)));
})();
