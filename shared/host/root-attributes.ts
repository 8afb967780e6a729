import type { Appearance } from "./start-data.ts";

/** Attributes of the root element by which the design tokens follow an appearance; null removes one. */
export const rootAttributes = (look: Appearance): Readonly<Record<string, string | null>> => ({
  "data-theme": look.theme === "system" ? null : look.theme,
  "data-density": look.density,
  "data-motion": look.motion,
  "data-font": look.font,
  style: `--ui-size: ${look.fontSize}px; --code-size: ${look.codeSize}px`,
});
