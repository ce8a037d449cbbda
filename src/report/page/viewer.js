// Two images of a picture, one over the other, with a slider between them, zoom, and a strip of all
// images.
(() => {
  "use strict";
  const { element, text, list } = Page;
  const nearest = 8;

  const chooser = (name, onchange) => {
    const select = element("select", { onchange: () => onchange(select.selectedIndex) });
    return { select, field: element("label", { class: "chooser" }, element("span", {}, name), select) };
  };
  const fillSelect = (select, names, chosen) => {
    select.replaceChildren(...names.map((name) => element("option", {}, name)));
    select.selectedIndex = chosen;
  };

  // Zoom and position of the visible part, as shares of the stage. `apply` shows it.
  const makeView = (stage, apply) => {
    const view = { zoom: 1, x: 0, y: 0 };
    const settle = () => {
      const most = 1 - 1 / view.zoom;
      view.x = Math.max(0, Math.min(most, view.x));
      view.y = Math.max(0, Math.min(most, view.y));
      apply(view);
    };
    // Zooms so that the place (a, b) of the stage keeps what it shows.
    view.zoomTo = (zoom, a = 0.5, b = 0.5) => {
      const to = Math.max(1, Math.min(nearest, zoom));
      view.x += a / view.zoom - a / to;
      view.y += b / view.zoom - b / to;
      view.zoom = to;
      settle();
    };
    view.pan = (a, b) => {
      view.x += a / view.zoom;
      view.y += b / view.zoom;
      settle();
    };
    view.settle = settle;
    return view;
  };

  // At 1x a drag anywhere moves the slider; enlarged, a drag moves the picture and only the handle
  // moves the slider.
  const listen = (stage, handle, view, slider) => {
    let drag = null;
    const partOf = (event) => {
      const box = stage.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    };
    stage.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const slides = view.zoom === 1 || handle.contains(event.target);
      drag = { slides, at: partOf(event) };
      stage.setPointerCapture(event.pointerId);
      if (slides) slider.move(drag.at[0]);
      (slides ? handle : stage).focus({ preventScroll: true });
      event.preventDefault();
    });
    stage.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const at = partOf(event);
      if (drag.slides) slider.move(at[0]);
      else view.pan(drag.at[0] - at[0], drag.at[1] - at[1]);
      drag.at = at;
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) stage.addEventListener(end, () => (drag = null));
    stage.addEventListener("wheel", (event) => {
      // Without Ctrl the wheel scrolls the page, as everywhere. A pinch on a touchpad arrives as a
      // wheel with Ctrl.
      if (!event.ctrlKey) return;
      event.preventDefault();
      view.zoomTo(view.zoom * Math.exp(-event.deltaY / 300), ...partOf(event));
    }, { passive: false });
    stage.addEventListener("keydown", (event) => {
      const pans = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
      if (event.key === "+" || event.key === "=") view.zoomTo(view.zoom * 2);
      else if (event.key === "-") view.zoomTo(view.zoom / 2);
      else if (event.key === "0") view.zoomTo(1);
      else if (Page.has(pans, event.key) && view.zoom > 1) view.pan(...pans[event.key]);
      else return;
      event.preventDefault();
    });
  };

  Page.blocks.set("pictures", (block) => {
    const items = list(block.items).filter((item) => list(item.images).length);
    if (!items.length) return Page.figure(block, "pictures", element("p", {}, "No pictures."));
    const caption = text(block.caption) || "Pictures";
    const state = { item: 0, left: 0, right: 0 };

    const layers = { left: element("div", { class: "layer" }), right: element("div", { class: "layer" }) };
    const tags = { left: element("p", { class: "tag left" }), right: element("p", { class: "tag right" }) };
    const imageAt = (side) => items[state.item].images[state[side]];
    const slider = Page.slider({
      label: `Boundary of the two images, ${caption}`,
      describe: (percent) => `${percent} % ${text(imageAt("left").label)}, ${100 - percent} % ${text(imageAt("right").label)}`,
      onchange: (part) => {
        layers.left.style.clipPath = `inset(0 ${100 * (1 - part)}% 0 0)`;
        layers.right.style.clipPath = `inset(0 0 0 ${100 * part}%)`;
      },
    });
    const stage = element("div", { class: "stage", tabindex: 0, role: "group", "aria-label": `${caption}. Plus and minus zoom, the arrow keys move what is seen.` },
      layers.right, layers.left, slider.handle);

    const zoomText = element("output", { class: "zoom" });
    const view = makeView(stage, ({ zoom, x, y }) => {
      for (const layer of Object.values(layers)) {
        for (const img of layer.children) img.style.transform = `scale(${zoom}) translate(${-100 * x}%, ${-100 * y}%)`;
      }
      zoomText.textContent = `${Number(zoom.toFixed(1))}×`;
      stage.classList.toggle("close", zoom > 1);
    });

    const show = (side) => {
      const image = imageAt(side);
      layers[side].replaceChildren(Page.image(image.src, `${text(items[state.item].name)}, ${text(image.label)}`, { draggable: "false" }));
      const note = image.note ? element("small", {}, text(image.note)) : null;
      tags[side].replaceChildren(element("strong", {}, text(image.label)), ...(note ? [note] : []));
      choosers[side].select.selectedIndex = state[side];
      strip.querySelectorAll("button").forEach((button, k) => button.setAttribute("aria-pressed", k === state.right));
      slider.refresh();
      view.settle();
    };
    const choose = (side, k) => {
      state[side] = k;
      show(side);
    };

    const strip = element("div", { class: "strip", role: "group", "aria-label": `Image on the right, ${caption}` });
    const stripButton = (image, k) =>
      element("button", { type: "button", "aria-pressed": "false", onclick: () => choose("right", k) },
        Page.image(image.src, ""), element("span", {}, text(image.label).replace(/ %/g, "\u00a0%")), image.note ? element("small", {}, text(image.note)) : null);

    // Both sides keep showing the same labels from picture to picture, where these have them.
    const open = (k, wanted) => {
      state.item = (k + items.length) % items.length;
      const labels = items[state.item].images.map((image) => text(image.label));
      const last = labels.length - 1;
      ["left", "right"].forEach((side, n) => {
        const same = wanted ? labels.indexOf(wanted[side]) : -1;
        state[side] = same >= 0 ? same : Math.min(n + 1, last);
        fillSelect(choosers[side].select, labels, state[side]);
      });
      pictureChooser.select.selectedIndex = state.item;
      strip.replaceChildren(...items[state.item].images.map(stripButton));
      show("left");
      show("right");
      // The stage takes the shape of the picture.
      const img = layers.left.querySelector("img");
      if (img) img.decode().then(() => stage.style.setProperty("--shape", `${img.naturalWidth} / ${img.naturalHeight}`), () => {});
    };
    const turn = (k) => open(k, { left: text(imageAt("left").label), right: text(imageAt("right").label) });

    const choosers = { left: chooser("Left", (k) => choose("left", k)), right: chooser("Right", (k) => choose("right", k)) };
    const pictureChooser = chooser("Picture", turn);
    fillSelect(pictureChooser.select, items.map((item) => text(item.name)), 0);
    const button = (sign, name, act) => element("button", { type: "button", class: "small", "aria-label": name, onclick: act }, sign);
    const turning = items.length > 1
      ? [pictureChooser.field, button("‹", "Previous picture", () => turn(state.item - 1)), button("›", "Next picture", () => turn(state.item + 1))]
      : [];
    const tools = element("div", { class: "tools" },
      element("div", { class: "tool" }, ...turning),
      element("div", { class: "tool" }, choosers.left.field, choosers.right.field),
      element("div", { class: "tool" },
        button("−", "Zoom out", () => view.zoomTo(view.zoom / 2)), zoomText,
        button("+", "Zoom in", () => view.zoomTo(view.zoom * 2)),
        button("Reset", "Reset zoom", () => view.zoomTo(1))));

    listen(stage, slider.handle, view, slider);
    open(0, null);
    return Page.figure(block, "pictures", tools,
      element("div", { class: "both" }, element("div", { class: "view" }, stage, element("div", { class: "tags" }, tags.left, tags.right)), strip));
  });
})();
