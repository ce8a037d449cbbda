// What all parts of the page share. Text goes into the page by append() alone and never as HTML, so that the data
// from elsewhere cannot bring a script along.
const Page = {
  // type of a block -> function that makes its element
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
  // Four figures, for charts and for columns that do not say how many.
  Page.short = (value) => withMinus(String(Number(value.toPrecision(4))));
  // The digits after the point that numbers up to `most` share: three figures of the largest, four from 1 on.
  Page.digitsFor = (most) => {
    const power = Math.floor(Math.log10(Math.abs(most) || 1));
    return Math.min(12, power < 0 ? 2 - power : Math.max(0, 3 - power));
  };
  Page.withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);

  const taken = new Set(["main", "bar", "status", "data"]);
  // An id that nothing else on the page has.
  Page.id = (wanted) => {
    const base = Page.text(wanted).replace(/[^\w.-]+/g, "-") || "part";
    let id = base;
    for (let k = 2; taken.has(id); ++k) id = `${base}-${k}`;
    taken.add(id);
    return id;
  };

  // For screen readers, and shown for a moment.
  let fading = 0;
  Page.say = (words) => {
    const status = document.getElementById("status");
    status.textContent = words;
    status.classList.add("shown");
    clearTimeout(fading);
    fading = setTimeout(() => status.classList.remove("shown"), 2500);
  };
  // For screen readers alone: what is said is to be seen elsewhere.
  Page.whisper = (words) => {
    const status = document.getElementById("status");
    status.classList.remove("shown");
    status.textContent = words;
  };

  // The <img> of a data: address that can hold no script, or a note in its place.
  Page.image = (src, alt, attributes = {}) => {
    if (/^data:image\/(png|svg\+xml);base64,/.test(Page.text(src))) {
      // What is drawn larger than it is shows its pixels; what is drawn smaller is smoothed.
      const sharpen = () => img.classList.toggle("sharp", img.naturalWidth <= img.clientWidth);
      const img = Page.element("img", { src, alt, onload: sharpen, ...attributes });
      return img;
    }
    return Page.element("span", { class: "no-picture" }, "no picture");
  };

  // A figure with its caption.
  Page.figure = (block, kind, ...children) => {
    const caption = block.caption ? Page.element("figcaption", { id: Page.id("caption") }, Page.text(block.caption)) : null;
    return Page.element(
      "figure",
      { class: kind, id: Page.id(block.id || kind), "aria-labelledby": caption && caption.id },
      caption,
      ...children
    );
  };

  // A box that scrolls sideways. The keyboard can stop there only while there is something to scroll.
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

  // One small window for all that explains itself while the pointer or the focus is on it.
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
    // To the right of the point, to the left of it where there is no room, and never outside.
    const left = x + 14 + width > room ? x - 14 - width : x + 14;
    // Vertically, a place that is about to be scrolled into view is left where it is.
    const isSeen = y > 0 && y < window.innerHeight;
    const top = y - height / 2;
    tip.style.left = `${window.scrollX + Math.max(4, Math.min(left, room - width - 4))}px`;
    tip.style.top = `${window.scrollY + (isSeen ? Math.max(4, Math.min(top, window.innerHeight - height - 4)) : top)}px`;
  };
  Page.hideTip = () => {
    if (tip) tip.classList.remove("shown");
  };
  // WCAG 1.4.13: it goes away without moving the pointer.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") Page.hideTip();
  });
})();
