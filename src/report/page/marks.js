// Colours and shapes of series: a name has the same ones in all charts of a kind. The colours are
// defined in charts.css, for both themes.
(() => {
  "use strict";
  const count = 10;
  const kinds = new Map();

  // A number from 0 to 9 for each name, all different in a chart of up to ten series.
  Page.styleOf = (kind, names) => {
    if (!kinds.has(kind)) kinds.set(kind, new Map());
    const known = kinds.get(kind);
    const styles = names.map((name) => {
      if (!known.has(name)) known.set(name, known.size % count);
      return known.get(name);
    });
    return new Set(styles).size === styles.length ? styles : names.map((_, k) => k % count);
  };

  const polygon = (corners) => (x, y, r) =>
    `M${corners.map(([a, b]) => `${(x + a * r).toFixed(1)} ${(y + b * r).toFixed(1)}`).join("L")}Z`;
  const regular = (n, turn, inner = 1) =>
    Array.from({ length: n }, (_, k) => {
      const radius = k % 2 ? inner : 1.25;
      const angle = turn + (2 * Math.PI * k) / n;
      return [radius * Math.sin(angle), -radius * Math.cos(angle)];
    });
  const rotated = (corners) => corners.map(([a, b]) => [(a - b) * Math.SQRT1_2, (a + b) * Math.SQRT1_2]);
  const plus = [
    [-0.4, -1.3], [0.4, -1.3], [0.4, -0.4], [1.3, -0.4], [1.3, 0.4], [0.4, 0.4],
    [0.4, 1.3], [-0.4, 1.3], [-0.4, 0.4], [-1.3, 0.4], [-1.3, -0.4], [-0.4, -0.4],
  ];

  const circle = (x, y, r) => `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const shapes = [
    circle,
    polygon([[-0.95, -0.95], [0.95, -0.95], [0.95, 0.95], [-0.95, 0.95]]),
    polygon([[0, -1.25], [1.15, 0.85], [-1.15, 0.85]]),
    polygon([[0, -1.35], [1.15, 0], [0, 1.35], [-1.15, 0]]),
    polygon([[0, 1.25], [1.15, -0.85], [-1.15, -0.85]]),
    polygon(plus),
    polygon(rotated(plus)),
    polygon(regular(10, 0, 0.55)),
    polygon([[-1.4, -0.6], [1.4, -0.6], [1.4, 0.6], [-1.4, 0.6]]),
    polygon([[-0.6, -1.4], [0.6, -1.4], [0.6, 1.4], [-0.6, 1.4]]),
  ];
  // The path of a mark of radius r.
  Page.mark = (style, x, y, r) => shapes[style](x, y, r);

  // The swatch that stands for a series in legends and tips.
  const swatch = (style, width, ...parts) =>
    Page.svg("svg", { class: `swatch series-${style}`, viewBox: `0 0 ${width} 12`, width, height: 12, "aria-hidden": "true" }, ...parts);
  Page.swatches = {
    lines: (style) =>
      swatch(style, 24, Page.svg("path", { class: "line", d: "M1 6H23" }), Page.svg("path", { class: "mark", d: Page.mark(style, 12, 6, 4) })),
    boxes: (style) =>
      swatch(style, 14, Page.svg("rect", { class: "body", x: 1, y: 1, width: 12, height: 10, rx: 2 }), Page.svg("path", { class: "median", d: "M1 6H13" })),
  };
})();
