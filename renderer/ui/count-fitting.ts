/** Pixels between tools, and of the button for the others. */
const gap = 4;
const moreWidth = 28;

/** Returns how many tools of these widths fit into a line, with a button for the others where they do not all fit. */
export function countFitting(widths: readonly number[], room: number): number {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return widths.length;
  let used = moreWidth;
  let count = 0;
  for (const width of widths) {
    used += width + gap;
    if (used > room) break;
    count++;
  }
  return count;
}
