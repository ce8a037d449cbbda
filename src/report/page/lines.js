// Lines with marks over a numeric axis, with the deviation as a ribbon.
(() => {
  "use strict";
  const { svg, text, list, isNumber } = Page;

  const pointsOf = (series, x, y) =>
    list(series.points)
      .map(([a, b, deviation]) => ({ x: a, y: isNumber(b) && !(y.log && b <= 0) ? b : null, deviation: isNumber(deviation) ? deviation : null }))
      .filter((point) => isNumber(point.x) && !(x.log && point.x <= 0))
      .sort((a, b) => a.x - b.x);

  // Splits points into runs without a gap.
  const runsOf = (points) => {
    const runs = [[]];
    for (const point of points) {
      if (point.y === null) runs.push([]);
      else runs[runs.length - 1].push(point);
    }
    return runs.filter((run) => run.length);
  };

  // The ticks are the numbers that occur where there is room for them, otherwise round numbers.
  const xTicks = (scale, distinct, room) => {
    const places = distinct.map((value) => scale.at(value));
    const wide = (k) => (Page.textWidth(Page.short(distinct[k])) + Page.textWidth(Page.short(distinct[k - 1]))) / 2 + 10;
    const fits = distinct.length < 12 && places.every((place, k) => k === 0 || place - places[k - 1] >= wide(k));
    if (fits) return distinct.map((value) => [value, Page.short(value)]);
    const every = Math.ceil((scale.ticks.length * 44) / room);
    return scale.ticks.filter((_, k) => k % every === 0).map((value) => [value, scale.name(value)]);
  };

  // Thins out marks that would touch.
  const marked = (run, x) => {
    const each = run.length > 1 ? Math.abs(x.at(run[run.length - 1].x) - x.at(run[0].x)) / (run.length - 1) : Infinity;
    const every = Math.max(1, Math.ceil(12 / Math.max(each, 0.01)));
    return run.filter((_, k) => k % every === 0);
  };

  Page.chartKinds.set("lines", (block) => {
    const xAxis = block.x || {};
    const yAxis = block.y || {};
    const all = list(block.series).map((series) => pointsOf(series, xAxis, yAxis));
    const flat = all.flat();
    const deviates = flat.some((point) => point.deviation !== null);
    const distinct = [...new Set(flat.map((point) => point.x))].sort((a, b) => a - b);
    const byX = all.map((points) => new Map(points.map((point) => [point.x, point])));
    // On a logarithmic axis the numbers have no common number of digits.
    const digits = yAxis.log ? null : Page.digitsFor(Math.max(...flat.map((point) => Math.abs(point.y)), 0));
    const number = (value) => (digits === null ? Page.short(value) : Page.fixed(value, digits));
    const valueText = ({ y, deviation }) => Page.withUnit(number(y) + (deviation === null ? "" : ` ± ${number(deviation)}`), yAxis.unit);
    // Many ribbons at once would be unreadable.
    let ribbons = deviates && all.length <= 3;

    const paint = (width, visible, style) => {
      const height = Math.round(Math.max(230, Math.min(380, 0.56 * width)));
      const ends = flat.flatMap((point) => (point.y === null ? [] : [point.y, point.y + (point.deviation || 0)]));
      const y = Page.scale(ends, { log: yAxis.log, zero: "always", count: height / 60, round: true });
      const left = 12 + Math.max(20, ...y.ticks.map((tick) => Page.textWidth(y.name(tick))));
      const room = { left, top: 26, right: 12, bottom: 46 };
      y.place(height - room.bottom, room.top);
      const x = Page.scale(distinct, { log: xAxis.log, zero: "never", count: width / 90, round: false });
      x.place(left + 14, width - room.right - 14);

      const parts = Page.frame(width, height, room, y, yAxis);
      for (const [value, name] of xTicks(x, distinct, width - left)) {
        const place = x.at(value).toFixed(1);
        parts.push(svg("line", { class: "axis", x1: place, x2: place, y1: height - room.bottom, y2: height - room.bottom + 5 }));
        parts.push(svg("text", { class: "tick", x: place, y: height - room.bottom + 19, "text-anchor": "middle" }, name));
      }
      parts.push(svg("text", { class: "axis-name", x: (left + width - room.right) / 2, y: height - 6, "text-anchor": "middle" }, Page.axisName(xAxis)));

      const at = (point, value) => `${x.at(point.x).toFixed(1)} ${y.at(value).toFixed(1)}`;
      const drawn = [...visible].sort((a, b) => a - b);
      // A logarithmic axis has no place for numbers up to 0: the ribbon then ends at its low end.
      const lower = (point) => (yAxis.log ? Math.max(y.low, point.y - point.deviation) : point.y - point.deviation);
      if (ribbons) {
        for (const k of drawn) {
          const runs = runsOf(all[k].map((point) => (point.deviation === null ? { ...point, y: null } : point)));
          const d = runs.map((run) => `M${run.map((p) => at(p, p.y + p.deviation)).join("L")}L${[...run].reverse().map((p) => at(p, lower(p))).join("L")}Z`);
          parts.push(svg("path", { class: `ribbon series-${style[k]}`, d: d.join("") }));
        }
      }
      // The first series matters most: it is drawn last, on top.
      for (const k of [...drawn].reverse()) {
        const runs = runsOf(all[k]);
        parts.push(
          svg("g", { class: `series-${style[k]}`, "data-series": text(block.series[k].name) },
            svg("path", { class: "line", d: runs.map((run) => `M${run.map((p) => at(p, p.y)).join("L")}`).join("") }),
            svg("path", { class: "mark", d: runs.flatMap((run) => marked(run, x)).map((p) => Page.mark(style[k], x.at(p.x), y.at(p.y), 4)).join("") }))
        );
      }

      const stops = distinct.map((value) => {
        const here = () => drawn
          .map((k) => ({ k, point: byX[k].get(value) }))
          .filter(({ point }) => point && point.y !== null)
          .sort((a, b) => b.point.y - a.point.y);
        const place = x.at(value);
        return {
          x: place,
          title: `${text(xAxis.label)} ${Page.withUnit(Page.short(value), xAxis.unit)}`,
          rows: () => here().map(({ k, point }) => ({ k, text: valueText(point) })),
          marks: () => [
            svg("line", { class: "guide", x1: place, x2: place, y1: room.top, y2: height - room.bottom }),
            ...here().map(({ k, point }) => svg("path", { class: `mark series-${style[k]}`, d: Page.mark(style[k], place, y.at(point.y), 6) })),
          ],
        };
      });
      return { svg: svg("svg", { viewBox: `0 0 ${width} ${height}` }, ...parts), stops };
    };

    const ribbonButton = (redraw) => {
      const toggle = () => {
        ribbons = !ribbons;
        button.setAttribute("aria-pressed", ribbons);
        redraw();
      };
      const button = Page.element("button", { class: "option", type: "button", "aria-pressed": String(ribbons), onclick: toggle }, "± deviation");
      return button;
    };

    const table = () => ({
      columns: [
        { label: Page.axisName(xAxis), kind: "number" },
        ...list(block.series).map((series) => ({ label: text(series.name), kind: "number", digits, group: Page.axisName(yAxis) })),
      ],
      rows: distinct.map((value) => [value, ...byX.map((points) => {
        const point = points.get(value);
        return point ? { value: point.y, deviation: point.deviation } : null;
      })]),
    });
    const names = list(block.series).map((series) => text(series.name)).join(", ");
    const description = `Line chart, ${Page.axisName(yAxis)} by ${Page.axisName(xAxis)}, of ${names}`;
    return Page.chart(block, "lines", description, paint, table, deviates ? [ribbonButton] : []);
  });
})();
