// Puts the page together from the data.
(() => {
  "use strict";
  const { element, text, list } = Page;

  // A block that cannot be shown does not keep the others from being shown.
  const blockOf = (block) => {
    try {
      if (!Page.blocks.has(block.type)) throw new Error(`a block of unknown type: ${text(block.type)}`);
      return Page.blocks.get(block.type)(block);
    } catch (error) {
      console.error(error);
      return element("p", { class: "failed" }, `This part cannot be shown: ${error.message}`);
    }
  };

  // Consecutive line charts stand side by side where there is room.
  const isLines = (block) => Boolean(block) && block.type === "chart" && block.kind === "lines";
  const blocksOf = (blocks) => {
    const shown = [];
    blocks.forEach((block, k) => {
      if (!isLines(block) || !isLines(blocks[k - 1])) {
        shown.push(isLines(block) && isLines(blocks[k + 1]) ? element("div", { class: "pair" }) : null);
      }
      const pair = shown[shown.length - 1];
      if (pair && pair.className === "pair") pair.append(blockOf(block));
      else shown[shown.length - 1] = blockOf(block);
    });
    return shown;
  };

  const sectionOf = (id, title, ...children) =>
    element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...children);

  const headerOf = (data) =>
    element("header", {},
      element("h1", {}, text(data.title) || "Report"),
      data.subtitle ? element("p", { class: "subtitle" }, text(data.subtitle)) : null,
      list(data.summary).length
        ? element("div", { class: "summary", role: "group", "aria-label": "Summary" }, ...list(data.summary).map((words) => element("p", {}, text(words))))
        : null);

  const factsOf = (facts) => {
    const rows = facts.map((fact) => {
      const value = text(fact.value);
      const copy = () => Page.copy(value, text(fact.label).toLowerCase());
      const content = fact.code
        ? [element("code", {}, value), element("button", { type: "button", class: "copy", "aria-label": `Copy, ${text(fact.label)}`, onclick: copy }, "Copy")]
        : [value];
      return element("div", {}, element("dt", {}, text(fact.label)), element("dd", {}, ...content));
    });
    return element("dl", { class: "facts" }, ...rows);
  };

  const contentsOf = (sections) => {
    const links = sections.map((section) =>
      element("a", { href: `#${section.id}`, onclick: () => fold(false) }, section.querySelector("h2").textContent));
    const items = element("ul", { id: Page.id("contents") }, ...links.map((link) => element("li", {}, link)));
    const nav = element("nav", { "aria-label": "Contents" }, items);
    const button = element("button", { type: "button", class: "fold", "aria-controls": items.id, onclick: () => fold(!nav.classList.contains("open")) }, "Contents");
    const fold = (open) => {
      nav.classList.toggle("open", open);
      button.setAttribute("aria-expanded", open);
    };
    fold(false);
    nav.prepend(button);

    // Marks the section that is being read: the last one whose top is in the upper 30 % of the
    // window, or above it.
    const follow = () => {
      const passed = sections.filter((section) => section.getBoundingClientRect().top < 0.3 * window.innerHeight);
      const current = passed[passed.length - 1];
      links.forEach((link, k) => {
        if (sections[k] === current) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      });
    };
    // Observes a line across the window, 30 % from its top: follow() runs whenever a section
    // reaches or leaves it.
    const watcher = new IntersectionObserver(follow, { rootMargin: "-30% 0px -70% 0px" });
    for (const section of sections) watcher.observe(section);
    return nav;
  };

  const themeButton = () => {
    const signs = { auto: "◐", light: "☀", dark: "☾" };
    const sign = element("span", { class: "sign", "aria-hidden": "true" });
    const name = element("span");
    const tell = () => {
      sign.textContent = signs[Theme.choice()];
      name.textContent = `Theme: ${Theme.choice()}`;
    };
    tell();
    const next = () => {
      Theme.next();
      tell();
    };
    return element("button", { class: "theme", type: "button", onclick: next }, sign, name);
  };

  // Reads all widths first and draws then: one layout instead of one for each drawing.
  const drawAll = () => {
    const widths = Page.drawings.map(({ host }) => host.clientWidth);
    Page.drawings.forEach(({ draw }, k) => draw(widths[k]));
    const drawn = new Map(Page.drawings.map(({ host, draw }, k) => [host, { draw, width: widths[k] }]));
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        const one = drawn.get(target);
        if (Math.abs(contentRect.width - one.width) < 1) continue;
        one.width = contentRect.width;
        one.draw(one.width);
      }
    });
    for (const host of drawn.keys()) observer.observe(host);
  };

  const data = JSON.parse(document.getElementById("data").textContent);
  const sections = list(data.sections).map((section) =>
    sectionOf(Page.id(section.id || "section"), text(section.title),
      section.note ? element("div", { class: "words note" }, ...Page.paragraphs(section.note)) : null,
      ...blocksOf(list(section.blocks))));
  if (list(data.facts).length) sections.push(sectionOf(Page.id("made"), "How this page was made", factsOf(list(data.facts))));

  document.getElementById("main").replaceChildren(headerOf(data), ...sections);
  document.getElementById("bar").append(contentsOf(sections), themeButton());
  drawAll();
  // The place in the address was not there yet when the browser looked for it.
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted) wanted.scrollIntoView();
  document.documentElement.dataset.ready = "true";
})();
