import type { Section } from "../../../../shared/trace/trace-types.ts";

/** Returns the index of the innermost section that a line is in, not counting one that it opens; null where it is in none. */
export function enclosingSection(sections: readonly Section[], line: number): number | null {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.from ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  for (let index = low - 1; index >= 0; index--) {
    const section = sections[index];
    if (section && (section.to === null || section.to > line)) return index;
    // No section before one of the outermost level extends beyond it.
    if (section?.depth === 0) return null;
  }
  return null;
}

/**
 * Returns the index of the section whose name a bar at the top shows: that of the first line below the bar, null where it is
 * in none or its own header is in view.
 */
export function stickySection(sections: readonly Section[], whole: number, belowBar: number): number | null {
  const index = enclosingSection(sections, belowBar);
  return index === null || (sections[index]?.from ?? 0) >= whole ? null : index;
}
