// The plain blocks: text, claims, grids of pictures, single pictures.
(() => {
  "use strict";
  const { element, text, list } = Page;

  Page.paragraphs = (words) =>
    text(words).split(/\n\s*\n/).filter((part) => part.trim()).map((part) => element("p", {}, part));

  Page.blocks.set("text", (block) => element("div", { class: "words" }, ...Page.paragraphs(block.text)));

  const verdicts = { holds: "✓", "does not hold": "✗", "not checked": "○" };
  const kinds = { holds: "holds", "does not hold": "fails", "not checked": "open" };

  Page.blocks.set("claims", (block) => {
    const claims = list(block.claims);
    const items = claims.map((claim) => {
      const verdict = Page.has(verdicts, claim.verdict) ? claim.verdict : "not checked";
      return element(
        "li",
        { class: kinds[verdict] },
        element("p", { class: "verdict" }, element("span", { "aria-hidden": "true" }, verdicts[verdict]), verdict),
        element("p", { class: "claim" }, text(claim.name)),
        element(
          "dl",
          {},
          claim.paper ? [element("dt", {}, "Paper"), element("dd", {}, text(claim.paper))] : null,
          claim.evidence ? [element("dt", {}, "Here"), element("dd", {}, text(claim.evidence))] : null
        )
      );
    });
    const count = (verdict) => claims.filter((claim) => claim.verdict === verdict).length;
    const plurals = { holds: "hold", "does not hold": "do not hold", "not checked": "not checked" };
    const tally = Object.keys(verdicts).filter(count).map((verdict) => `${count(verdict)} ${count(verdict) === 1 ? verdict : plurals[verdict]}`);
    return element("div", { class: "claims" }, element("p", { class: "tally" }, tally.join(" · ")), element("ul", {}, ...items));
  });

  Page.blocks.set("grid", (block) => {
    const columns = list(block.columns);
    const cell = (content, row, k) => {
      if (!content) return element("td", {}, Page.missing);
      const picture = Page.image(content.src, `${text(row.label)}: ${text(columns[k])}`);
      return element("td", {}, picture, content.note ? element("small", {}, text(content.note)) : null);
    };
    const rows = list(block.rows).map((row) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, text(row.label)),
        ...list(row.cells).map((content, k) => cell(content, row, k))
      )
    );
    const head = element("tr", {}, element("td"), ...columns.map((name) => element("th", { scope: "col" }, text(name))));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
    return Page.figure(block, "grid", Page.scroller(text(block.caption) || "Pictures", table));
  });

  Page.blocks.set("image", (block) => Page.figure(block, "image", Page.image(block.src, text(block.alt))));
})();
