import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-density"] });
  return () => observer.disconnect();
};
const isCompact = () => document.documentElement.dataset.density === "compact";

/**
 * Returns a function from the height of a row, in pixels, to its height at the density that the user has chosen. Text of
 * code and logs has lines, not rows: their height is the font's.
 */
export function useRowDensity(): (height: number) => number {
  return useSyncExternalStore(subscribe, isCompact, () => false) ? compactHeight : comfortableHeight;
}

/** Height of the highest row with one line, in pixels. */
const maxLine = 40;

/** Returns the height of a row at the compact density: 36, 32 and 26 become 32, 28 and 22; of two lines, a fifth goes. */
const compactHeight = (height: number): number => (height <= maxLine ? height - 4 : Math.round(height * 0.8));
const comfortableHeight = (height: number) => height;
