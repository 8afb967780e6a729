import { useSyncExternalStore } from "react";

/** Share of its height that a row of a list keeps at the compact density. */
const compactShare = 0.8;

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

const compactHeight = (height: number) => Math.round(height * compactShare);
const comfortableHeight = (height: number) => height;
