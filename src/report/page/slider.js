// The handle between two pictures: role=slider, for mouse, finger and keys.
(() => {
  "use strict";

  // Calls onchange(part) with 0..1 from the left; describe(percent) says it in words.
  Page.slider = ({ label, describe, onchange }) => {
    const handle = Page.element("div", {
      class: "handle", role: "slider", tabindex: 0, "aria-label": label, "aria-orientation": "horizontal",
      "aria-valuemin": 0, "aria-valuemax": 100,
    });
    let part = 0.5;
    const refresh = () => {
      handle.style.left = `${100 * part}%`;
      handle.setAttribute("aria-valuenow", Math.round(100 * part));
      handle.setAttribute("aria-valuetext", describe(Math.round(100 * part)));
      onchange(part);
    };
    const move = (to) => {
      part = Math.max(0, Math.min(1, to));
      refresh();
    };
    handle.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -0.02, ArrowDown: -0.02, ArrowRight: 0.02, ArrowUp: 0.02, PageDown: -0.1, PageUp: 0.1 };
      if (event.key === "Home") move(0);
      else if (event.key === "End") move(1);
      else if (Page.has(steps, event.key)) move(part + steps[event.key]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return { handle, move, refresh };
  };
})();
