/** Pixels of a character at the size of labels, and of a label's padding and dot. */
const characterPx = 6.4;
const framePx = 24;
/** Pixels between labels, of the widest label, and of the count of those without room. */
const gapPx = 4;
const maxLabelPx = 140;
const morePx = 28;

/** Wide characters, such as those of Chinese, take twice the room. */
const widthOf = (label: string): number => {
  let characters = 0;
  for (const character of label) characters += (character.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1;
  return Math.min(maxLabelPx, framePx + characters * characterPx);
};

/**
 * Returns how many labels fit into so many pixels, beside a count of the others where some do not. Widths are estimated:
 * measuring each row would lay the list out while it scrolls.
 */
export function countFittingLabels(labels: readonly string[], room: number): number {
  let used = 0;
  let count = 0;
  for (const [index, label] of labels.entries()) {
    used += widthOf(label) + (index > 0 ? gapPx : 0);
    const rest = index < labels.length - 1 ? gapPx + morePx : 0;
    if (used <= room && used + rest <= room) count = index + 1;
    if (used > room) break;
  }
  return count;
}
