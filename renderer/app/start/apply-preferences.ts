import { type Preferences, usePreferences } from "../../state/preferences.ts";

/** Sets the preferences on the root element, for the design tokens. */
function apply({ theme, density, motion, font, fontSize, codeSize }: Preferences): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.density = density;
  root.dataset.motion = motion;
  root.dataset.font = font;
  root.style.setProperty("--ui-size", `${fontSize}px`);
  root.style.setProperty("--code-size", `${codeSize}px`);
}

/** Applies the preferences now and whenever they change. */
export function followPreferences(): void {
  apply(usePreferences.getState());
  usePreferences.subscribe(apply);
}
