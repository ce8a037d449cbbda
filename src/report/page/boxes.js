// Box plots with every value beside them.
(() => {
  "use strict";
  const { svg, text, list, isNumber } = Page;

  // Interpolates between neighbours, as NumPy's percentile does.
  const quantile = (sorted, part) => {
    const place = part * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };

  const numbersOf = (values) => {
    const sorted = list(values).filter(isNumber).sort((a, b) => a - b);
    if (!sorted.length) return null;
    const [q1, median, q3] = [0.25, 0.5, 0.75].map((part) => quantile(sorted, part));
    const reach = 1.5 * (q3 - q1);
    return {
      sorted, q1, median, q3, count: sorted.length,
      low: sorted.find((value) => value >= q1 - reach),
      high: [...sorted].reverse().find((value) => value <= q3 + reach),
    };
  };

  // The values of a box are dots in two paths: thousands of elements would make the page slow.
  // Values beyond the whiskers, which nothing else shows, are stronger. Multiples of the golden
  // ratio spread the dots evenly, and the same way each time.
  const dots = (box, centre, half, y) => {
    const d = { dots: "", "dots beyond": "" };
    box.sorted.forEach((value, k) => {
      const x = centre + half * (2 * ((k * 0.618034) % 1) - 1);
      d[value < box.low || value > box.high ? "dots beyond" : "dots"] += `M${x.toFixed(1)} ${y.at(value).toFixed(1)}h0`;
    });
    return Object.entries(d).map(([kind, path]) => svg("path", { class: kind, d: path }));
  };

  const drawBox = (box, centre, half, y, style, name) => {
    const place = (value) => y.at(value).toFixed(1);
    const [l, r, c] = [centre - half, centre + half, centre].map((value) => value.toFixed(1));
    const whisker = (from, to) => `M${c} ${place(from)}V${place(to)}M${(centre - half / 2).toFixed(1)} ${place(to)}h${half.toFixed(1)}`;
    return svg("g", { class: `box series-${style}`, "data-series": name },
      ...dots(box, centre, half * 0.92, y),
      svg("rect", { class: "body", x: l, y: place(box.q3), width: (2 * half).toFixed(1), height: Math.max(1, y.at(box.q1) - y.at(box.q3)).toFixed(1), rx: 2 }),
      svg("path", { class: "whisker", d: whisker(box.q3, box.high) + whisker(box.q1, box.low) }),
      svg("path", { class: "median", d: `M${l} ${place(box.median)}H${r}` }));
  };

  const five = [["high", "upper whisker"], ["q3", "upper quartile"], ["median", "median"], ["q1", "lower quartile"], ["low", "lower whisker"]];

  Page.chartKinds.set("boxes", (block) => {
    const xAxis = block.x || {};
    const yAxis = block.y || {};
    const categories = list(xAxis.categories).map(text);
    const series = list(block.series);
    const boxes = series.map((one) => categories.map((_, c) => numbersOf(list(one.groups)[c])));
    const ends = boxes.flat().filter(Boolean).flatMap((box) => [box.sorted[0], box.sorted[box.count - 1]]);
    const digits = yAxis.log ? null : Page.digitsFor(Math.max(...ends.map(Math.abs), 0));
    const number = (value) => (digits === null ? Page.short(value) : Page.fixed(value, digits));

    const paint = (width, visible, style) => {
      const drawn = [...visible].sort((a, b) => a - b);
      const longest = Math.max(0, ...categories.map(Page.textWidth));
      const y = Page.scale(ends, { log: yAxis.log, zero: "near", count: 6, round: true });
      const left = 12 + Math.max(20, ...y.ticks.map((tick) => Page.textWidth(y.name(tick))));
      const slot = (width - left - 12) / Math.max(1, categories.length);
      const slanted = longest > slot - 8;
      const room = { left, top: 26, right: 12, bottom: (slanted ? 16 + Math.min(90, 0.62 * longest) : 24) + (xAxis.label ? 22 : 4) };
      const height = Math.round(Math.max(230, Math.min(340, 0.5 * width)) + room.bottom - 46);
      y.place(height - room.bottom, room.top);

      const parts = Page.frame(width, height, room, y, yAxis);
      categories.forEach((name, c) => {
        const centre = left + (c + 0.5) * slot;
        const below = height - room.bottom + 19;
        const turn = slanted ? { transform: `rotate(-38 ${centre.toFixed(1)} ${below - 6})`, "text-anchor": "end" } : { "text-anchor": "middle" };
        parts.push(svg("text", { class: "tick category", x: (slanted ? centre + 4 : centre).toFixed(1), y: slanted ? below - 4 : below, ...turn }, name));
      });
      if (xAxis.label) parts.push(svg("text", { class: "axis-name", x: (left + width - room.right) / 2, y: height - 6, "text-anchor": "middle" }, Page.axisName(xAxis)));

      const stops = [];
      const step = Math.min(64, (slot * 0.84) / Math.max(1, drawn.length));
      categories.forEach((name, c) => {
        drawn.forEach((k, place) => {
          const box = boxes[k][c];
          if (!box) return;
          const centre = left + (c + 0.5) * slot + (place - (drawn.length - 1) / 2) * step;
          const half = step * 0.4;
          parts.push(drawBox(box, centre, half, y, style[k], text(series[k].name)));
          stops.push({
            x: centre,
            title: [name, text(series[k].name)].filter(Boolean).join(", "),
            rows: () => [
              ...five.map(([key, words]) => ({ k: null, text: `${words} ${Page.withUnit(number(box[key]), yAxis.unit)}` })),
              { k: null, text: `${box.count} values` },
            ],
            marks: () => [svg("rect", { class: "guide", x: centre - half - 3, width: 2 * half + 6, y: room.top, height: height - room.bottom - room.top, rx: 3 })],
          });
        });
      });
      return { svg: svg("svg", { viewBox: `0 0 ${width} ${height}` }, ...parts), stops };
    };

    const table = () => ({
      columns: [{ label: text(xAxis.label) || "category" }, { label: "series" }, { label: "values", kind: "number", digits: 0 },
        ...[...five].reverse().map(([, words]) => ({ label: words, kind: "number", digits, group: Page.axisName(yAxis) }))],
      rows: categories.flatMap((name, c) => series.flatMap((one, k) => {
        const box = boxes[k][c];
        return box ? [[name, text(one.name), box.count, ...[...five].reverse().map(([key]) => box[key])]] : [];
      })),
    });
    const description = `Box plots, ${Page.axisName(yAxis)} by ${Page.axisName(xAxis)}: ${categories.join(", ")}`;
    return Page.chart(block, "boxes", description, paint, table);
  });
})();
