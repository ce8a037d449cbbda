// Light, dark, or the theme of the system. Runs before anything is drawn, so that nothing flashes
// in the wrong theme.
const Theme = (() => {
  "use strict";
  const choices = ["auto", "light", "dark"];
  const key = "grmf-theme";
  const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

  // A page from disk may be refused storage: the choice then lasts as long as the page.
  const remembered = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const remember = (theme) => {
    try {
      localStorage.setItem(key, theme);
    } catch {
      // without storage the choice lasts as long as the page
    }
  };

  let choice = choices.includes(remembered()) ? remembered() : "auto";
  const apply = () => {
    const dark = choice === "dark" || (choice === "auto" && systemIsDark.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  systemIsDark.addEventListener("change", apply);
  apply();

  return {
    choice: () => choice,
    next: () => {
      choice = choices[(choices.indexOf(choice) + 1) % choices.length];
      remember(choice);
      apply();
    },
  };
})();
