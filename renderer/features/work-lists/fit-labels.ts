/** Pixels of a character at the size of labels, and of a label's padding and dot. */
const characterPx = 6;
const framePx = 38;
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

/** Pixels of a row beside its title and labels: its columns and its padding. */
const columnsPx = 424;
/** Pixels more for the name of a project, and of the mark of votes. */
const projectPx = 132;
const votesPx = 28;
/** Pixels of the widest row with smaller columns, and what these save: fewer people, a shorter name of a project. */
const maxNarrowPx = 900;
const narrowPx = { people: 22, project: 40 } as const;
/** Pixels of the widest row of two lines, and of what is beside the title there. */
const maxTwoLinesPx = 560;
const twoLinesPx = 96;
/** Pixels of a character of a title. */
const titlePx = 7;

interface LabelledRow {
  /** Pixels of the row. */
  readonly width: number;
  readonly showProject: boolean;
  /** Marks of votes: up, down. */
  readonly votes: number;
  readonly title: string;
}

/** Returns the pixels that labels of a row may take: what the title leaves, and a third where it leaves less. */
export function labelRoom({ width, showProject, votes, title }: LabelledRow): number {
  const isNarrow = width <= maxNarrowPx;
  const columns =
    columnsPx +
    votes * votesPx +
    (showProject ? projectPx : 0) -
    (isNarrow ? narrowPx.people + (showProject ? narrowPx.project : 0) : 0);
  const room = Math.max(0, width - (width <= maxTwoLinesPx ? twoLinesPx : columns));
  return Math.max(room / 3, room - title.length * titlePx);
}
