// Maps numbers to places on an axis, and chooses the numbers to write beside it.
(() => {
  "use strict";

  // The step, 1, 2 or 5 times a power of ten, of which about `count` fit.
  const stepFor = (span, count) => {
    const rough = span / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const factor = [1, 2, 5, 10].find((f) => f * power >= rough * 0.999);
    return factor * power;
  };

  const linear = (values, { zero, count, round }) => {
    let low = Math.min(...values);
    let high = Math.max(...values);
    if (zero === "always" || (zero === "near" && low > 0 && low < high / 2)) {
      low = Math.min(0, low);
      high = Math.max(0, high);
    }
    if (low === high) [low, high] = [low - 0.5, high + 0.5];
    const step = stepFor(high - low, count);
    if (round) [low, high] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
    const ticks = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) ticks.push(k * step);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return { low, high, ticks, name: (value) => Page.fixed(value, digits), part: (value) => (value - low) / (high - low) };
  };

  const logarithmic = (values, { round }) => {
    let low = Math.log10(Math.min(...values));
    let high = Math.log10(Math.max(...values));
    // Values that hardly change should look so.
    const more = Math.max(round ? 0.04 * (high - low) : 0, (Math.log10(5) - (high - low)) / 2);
    [low, high] = [low - more, high + more];
    const factors = high - low < 2.5 ? [1, 2, 5] : [1];
    const every = Math.ceil((high - low) / 8);
    const ticks = [];
    for (let power = Math.floor(low); power <= high; ++power) {
      if (power % every) continue;
      for (const factor of factors) {
        const log = power + Math.log10(factor);
        if (log >= low - 1e-9 && log <= high + 1e-9) ticks.push(Number(`${factor}e${power}`));
      }
    }
    return { low: 10 ** low, high: 10 ** high, ticks, name: Page.short, part: (value) => (Math.log10(value) - low) / (high - low) };
  };

  // A scale for `values`: ticks, name(tick), and at(value), its place once place() has set begin
  // and end. options: log; zero: "always" (0 is on the axis), "near" (unless all values are far
  // from it) or "never"; about how many ticks; whether the ends are rounded to ticks.
  Page.scale = (values, options) => {
    const usable = values.filter((value) => Page.isNumber(value) && (!options.log || value > 0));
    if (!usable.length) usable.push(1);
    const scale = options.log ? logarithmic(usable, options) : linear(usable, options);
    scale.place = (begin, end) => {
      scale.at = (value) => begin + scale.part(Math.max(scale.low, Math.min(scale.high, value))) * (end - begin);
      return scale;
    };
    return scale;
  };

  Page.axisName = (axis) => {
    const label = Page.text(axis && axis.label);
    return axis && axis.unit ? `${label} (${axis.unit})` : label;
  };
})();
