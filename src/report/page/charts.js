// What all charts share: caption, legend, hovering, the keyboard, the values as a table. A kind of
// chart brings paint(width, visible, style) -> {svg, stops}: the drawing, and the places where one
// can stop to read: {x, title, rows() -> [{k, text}], marks() -> elements that show the place}.
(() => {
  "use strict";
  const { element, svg, text, list } = Page;

  // The approximate width of a text on an axis; to measure it would take a layout each time.
  Page.textWidth = (words) => 6.7 * words.length;

  Page.frame = (width, height, { left, top, right, bottom }, y, yAxis) => {
    const parts = [svg("text", { class: "axis-name", x: 0, y: 13 }, Page.axisName(yAxis))];
    for (const tick of y.ticks) {
      const place = y.at(tick).toFixed(1);
      parts.push(svg("line", { class: "grid-line", x1: left, x2: width - right, y1: place, y2: place }));
      parts.push(svg("text", { class: "tick", x: left - 8, y: place, dy: "0.32em", "text-anchor": "end" }, y.name(tick)));
    }
    parts.push(svg("line", { class: "axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }));
    return parts;
  };

  const legendOf = (block, swatch, visible, redraw) => {
    const series = list(block.series);
    const buttons = series.map((one, k) => {
      const toggle = () => {
        if (visible.has(k)) visible.delete(k);
        else visible.add(k);
        button.setAttribute("aria-pressed", visible.has(k));
        redraw();
      };
      const button = element("button", { type: "button", "aria-pressed": "true", onclick: toggle }, swatch(k), text(one.name));
      return button;
    });
    return element("div", { class: "legend", role: "group", "aria-label": `Series shown, ${text(block.caption)}` }, ...buttons);
  };

  // The table is made when it is opened: most never are.
  const valuesOf = (block, table) => {
    const details = element("details", { class: "values" }, element("summary", {}, "Values as a table"));
    const open = () => {
      if (details.childElementCount > 1) return;
      const made = Page.table({ caption: `Values of ${text(block.caption)}`, ...table() });
      details.append(element("div", { class: "table" }, ...made));
    };
    details.addEventListener("toggle", open);
    return details;
  };

  const tipOf = (stop, series, swatch) => [
    element("p", { class: "tip-title" }, stop.title),
    ...stop.rows().map(({ k, text: words }) =>
      element("p", { class: "tip-row" }, ...(k === null ? [] : [swatch(k), element("span", {}, text(series[k].name))]),
        element("span", { class: "tip-value" }, words))
    ),
  ];
  const wordsOf = (stop, series) =>
    [stop.title, ...stop.rows().map(({ k, text: words }) => (k === null ? words : `${text(series[k].name)} ${words}`))].join("; ");

  Page.chart = (block, kind, description, paint, table, controls = []) => {
    const series = list(block.series);
    const style = Page.styleOf(kind, series.map((one) => text(one.name)));
    const swatch = (k) => Page.swatches[kind](style[k]);
    const visible = new Set(series.keys());
    const plot = element("div", {
      class: "plot", tabindex: 0, role: "group", "aria-roledescription": "chart",
      "aria-label": `${description}. The arrow keys read the values.`,
    });
    let width = 0;
    let picture = null;
    let at = -1;

    const leave = () => {
      at = -1;
      picture.cursor.replaceChildren();
      Page.hideTip();
    };
    const redraw = () => {
      picture = paint(width, visible, style);
      picture.svg.setAttribute("role", "img");
      picture.svg.setAttribute("aria-label", description);
      picture.cursor = svg("g", { class: "cursor" });
      picture.svg.append(picture.cursor);
      plot.replaceChildren(picture.svg);
      at = -1;
    };
    const stopAt = (k) => {
      if (k === at) return;
      at = k;
      const stop = picture.stops[k];
      picture.cursor.replaceChildren(...stop.marks());
      // The picture may be drawn smaller than its size, for example on paper.
      const box = picture.svg.getBoundingClientRect();
      const shrunk = box.width / width;
      Page.showTip(tipOf(stop, series, swatch), box.left + stop.x * shrunk, box.top + box.height * 0.4);
    };
    const hover = (event) => {
      if (!picture.stops.length) return;
      const box = picture.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) * width) / box.width;
      let best = 0;
      picture.stops.forEach((stop, k) => {
        if (Math.abs(stop.x - x) < Math.abs(picture.stops[best].x - x)) best = k;
      });
      stopAt(best);
    };
    const press = (event) => {
      const last = picture.stops.length - 1;
      const to = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
      if (to === undefined || last < 0) return;
      event.preventDefault();
      stopAt(to);
      Page.whisper(wordsOf(picture.stops[to], series));
    };
    plot.addEventListener("pointermove", hover);
    plot.addEventListener("pointerdown", hover);
    plot.addEventListener("pointerleave", leave);
    plot.addEventListener("blur", leave);
    plot.addEventListener("keydown", press);

    Page.drawings.push({
      host: plot,
      draw: (room) => {
        width = Math.max(260, Math.round(room));
        redraw();
      },
    });
    const named = series.length > 1 || series.some((one) => one.name);
    const above = element("div", { class: "above" }, named ? legendOf(block, swatch, visible, redraw) : null, ...controls.map((make) => make(redraw)));
    return Page.figure(block, `chart ${kind}`, above, plot, valuesOf(block, table));
  };

  const kinds = new Map();
  Page.chartKinds = kinds;
  Page.blocks.set("chart", (block) => {
    if (!kinds.has(block.kind)) throw new Error(`a chart of unknown kind: ${text(block.kind)}`);
    return kinds.get(block.kind)(block);
  });
})();
