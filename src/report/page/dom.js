// What all parts of the page share. Text goes into the page by append() alone and never as HTML, so
// that data from elsewhere cannot bring in a script.
const Page = {
  // maps the type of a block to the function that makes its element
  blocks: new Map(),
  // {host, draw(width)} of everything whose drawing depends on its width; page.js draws them
  drawings: [],
};

(() => {
  "use strict";

  const fill = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
  };

  // element("button", {class: "x", onclick: f}, "words", child, ...)
  Page.element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
  Page.svg = (tag, attributes = {}, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

  Page.text = (value) => (value === null || value === undefined ? "" : String(value));
  Page.list = (value) => (Array.isArray(value) ? value : []);
  Page.has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
  Page.isNumber = (value) => typeof value === "number" && Number.isFinite(value);

  Page.missing = "–";
  const withMinus = (text) => text.replace(/-/g, "−");
  Page.fixed = (value, digits) => withMinus(value.toFixed(digits));
  // A number with four significant digits, for charts and for columns that do not say how many.
  Page.short = (value) => withMinus(String(Number(value.toPrecision(4))));
  // The number of digits after the point for numbers up to `most`: three significant digits of the
  // largest, four from 1 on.
  Page.digitsFor = (most) => {
    const power = Math.floor(Math.log10(Math.abs(most) || 1));
    return Math.min(12, power < 0 ? 2 - power : Math.max(0, 3 - power));
  };
  Page.withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);

  const taken = new Set(["main", "bar", "status", "data"]);
  // Makes an id that nothing else on the page has.
  Page.id = (wanted) => {
    const base = Page.text(wanted).replace(/[^\w.-]+/g, "-") || "part";
    let id = base;
    for (let k = 2; taken.has(id); ++k) id = `${base}-${k}`;
    taken.add(id);
    return id;
  };

  // Tells screen readers, and shows the words for a moment.
  let fading = 0;
  Page.say = (words) => {
    const status = document.getElementById("status");
    status.textContent = words;
    status.classList.add("shown");
    clearTimeout(fading);
    fading = setTimeout(() => status.classList.remove("shown"), 2500);
  };
  // Tells screen readers alone: the same is visible elsewhere.
  Page.whisper = (words) => {
    const status = document.getElementById("status");
    status.classList.remove("shown");
    status.textContent = words;
  };

  // Makes the <img> of a data: address that can hold no script, or a note in its place.
  Page.image = (src, alt, attributes = {}) => {
    if (/^data:image\/(png|svg\+xml);base64,/.test(Page.text(src))) {
      // An enlarged picture shows its pixels; a reduced one is smoothed.
      const sharpen = () => img.classList.toggle("sharp", img.naturalWidth <= img.clientWidth);
      const img = Page.element("img", { src, alt, onload: sharpen, ...attributes });
      return img;
    }
    return Page.element("span", { class: "no-picture" }, "no picture");
  };

  // Makes a figure with its caption.
  Page.figure = (block, kind, ...children) => {
    const caption = block.caption ? Page.element("figcaption", { id: Page.id("caption") }, Page.text(block.caption)) : null;
    return Page.element(
      "figure",
      { class: kind, id: Page.id(block.id || kind), "aria-labelledby": caption && caption.id },
      caption,
      ...children
    );
  };

  // Makes a box that scrolls sideways. The keyboard can stop there only while there is something to
  // scroll.
  const watched = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.classList.contains("scroller") ? target : target.parentElement;
      if (box.scrollWidth > box.clientWidth + 1) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  });
  Page.scroller = (label, child) => {
    const box = Page.element("div", { class: "scroller", role: "group", "aria-label": label }, child);
    watched.observe(box);
    watched.observe(child);
    return box;
  };

  // One small window shows the tips of everything that has one while the pointer or the focus is on
  // it.
  let tip = null;
  Page.showTip = (content, x, y) => {
    if (!tip) {
      tip = Page.element("div", { class: "tip", "aria-hidden": "true" });
      document.body.append(tip);
    }
    tip.replaceChildren(...content);
    tip.classList.add("shown");
    const { width, height } = tip.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    // The tip is to the right of the point, to its left where there is no room, and never outside.
    const left = x + 14 + width > room ? x - 14 - width : x + 14;
    // Vertically, the tip of a place that is about to be scrolled into view stays at that place.
    const isSeen = y > 0 && y < window.innerHeight;
    const top = y - height / 2;
    tip.style.left = `${window.scrollX + Math.max(4, Math.min(left, room - width - 4))}px`;
    tip.style.top = `${window.scrollY + (isSeen ? Math.max(4, Math.min(top, window.innerHeight - height - 4)) : top)}px`;
  };
  Page.hideTip = () => {
    if (tip) tip.classList.remove("shown");
  };
  // WCAG 1.4.13: a tip can be dismissed without moving the pointer.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") Page.hideTip();
  });
})();
