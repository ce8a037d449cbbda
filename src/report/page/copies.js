// A table as Markdown, LaTeX and CSV. `table` is {caption, columns, rows of cells as tables.js
// makes them}.
(() => {
  "use strict";
  const { isNumber } = Page;

  const figure = (value, column) => (isNumber(column.digits) ? value.toFixed(column.digits) : String(Number(value.toPrecision(4))));
  const nameOf = (column) => [column.group, column.label].filter(Boolean).join(": ");

  const markdownText = (words) => words.replace(/[\\|*_`<]/g, "\\$&").replace(/\s*\n\s*/g, " ");
  const markdownCell = (cell, column) => {
    if (cell.value === null) return cell.text === null ? Page.missing : markdownText(cell.text);
    let words = figure(cell.value, column);
    if (cell.best) words = `**${words}**`;
    if (isNumber(cell.deviation)) words += ` ± ${figure(cell.deviation, column)}`;
    if (isNumber(cell.paper)) words += ` (paper ${figure(cell.paper, column)})`;
    return cell.order ? `${words} ⇅` : words;
  };
  Page.asMarkdown = ({ columns, rows }) => {
    const line = (cells) => `| ${cells.join(" | ")} |`;
    return [
      line(columns.map((column) => markdownText(nameOf(column)))),
      line(columns.map((column) => (column.kind === "number" ? "---:" : "---"))),
      ...rows.map((row) => line(row.map((cell, k) => markdownCell(cell, columns[k])))),
      "",
    ].join("\n");
  };

  const latexSigns = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "–": "--", "±": "$\\pm$", "×": "$\\times$" };
  const latexText = (words) =>
    words.replace(/[\\~^−–±×]|[&%$#_{}]/g, (sign) => (Page.has(latexSigns, sign) ? latexSigns[sign] : `\\${sign}`));
  const latexCell = (cell, column) => {
    if (cell.value === null) return cell.text === null ? "--" : latexText(cell.text);
    let words = figure(cell.value, column);
    if (cell.best) words = `\\mathbf{${words}}`;
    if (isNumber(cell.deviation)) words += ` \\pm ${figure(cell.deviation, column)}`;
    words = `$${words}$`;
    if (isNumber(cell.paper)) words += ` {\\footnotesize (paper $${figure(cell.paper, column)}$)}`;
    return cell.order ? `${words} $\\updownarrow$` : words;
  };
  // The row of column groups and the rules beneath them; nothing where no column has a group.
  const latexGroups = (columns) => {
    const spans = Page.spansOf(columns);
    if (spans.every((span) => !span.group)) return [];
    let first = 1;
    const lines = [];
    const names = spans.map(({ group, size }) => {
      const last = first + size - 1;
      if (group) lines.push(`\\cmidrule(lr){${first}-${last}}`);
      first = last + 1;
      return group ? `\\multicolumn{${size}}{c}{${latexText(group)}}` : "";
    });
    return [`${names.join(" & ")} \\\\`, lines.join(" ")];
  };
  Page.asLatex = ({ caption, columns, rows }) => {
    const line = (cells) => `${cells.join(" & ")} \\\\`;
    return [
      "% needs \\usepackage{booktabs}",
      "\\begin{table}",
      "\\centering",
      ...(caption ? [`\\caption{${latexText(caption)}}`] : []),
      `\\begin{tabular}{${columns.map((column) => (column.kind === "number" ? "r" : "l")).join("")}}`,
      "\\toprule",
      ...latexGroups(columns),
      line(columns.map((column) => latexText(Page.text(column.label)))),
      "\\midrule",
      ...rows.map((row) => line(row.map((cell, k) => latexCell(cell, columns[k])))),
      "\\bottomrule",
      "\\end{tabular}",
      "\\end{table}",
      "",
    ].join("\n");
  };

  // CSV is for programs: it has all digits, and a separate column for each deviation and each
  // figure of the paper.
  Page.asCsv = ({ columns, rows }) => {
    const quoted = (value) => (/[",\r\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value);
    const parts = columns.flatMap((column, k) => {
      const has = (name) => rows.some((row) => isNumber(row[k][name]));
      const main = { title: nameOf(column), of: (row) => (row[k].value === null ? Page.text(row[k].text) : String(row[k].value)) };
      const more = ["deviation", "paper"].filter(has).map((name) => ({
        title: `${nameOf(column)} (${name})`,
        of: (row) => (isNumber(row[k][name]) ? String(row[k][name]) : ""),
      }));
      return [main, ...more];
    });
    const lines = [parts.map((part) => part.title), ...rows.map((row) => parts.map((part) => part.of(row)))];
    return lines.map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
  };

  // Copies in the old way, which works on pages from disk in every browser.
  const copyBySelection = (words) => {
    const before = document.activeElement;
    const area = Page.element("textarea", { class: "carrier", readonly: true, "aria-hidden": "true" });
    area.value = words;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (before) before.focus({ preventScroll: true });
    return done;
  };
  Page.copy = async (words, what) => {
    let done = false;
    try {
      await navigator.clipboard.writeText(words);
      done = true;
    } catch {
      done = copyBySelection(words);
    }
    Page.say(done ? `Copied ${what}` : "The browser does not allow copying");
  };
})();
