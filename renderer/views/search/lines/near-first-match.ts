import type { LineHit } from "../../../workers/search/search-text.ts";

/** Pixels of a character of code. */
const characterWidth = 8;
/** Pixels of what is beside a line of code: its number and the padding. */
const besideCode = 96;

/** Returns the characters of code that have room in a list of a width in pixels, null where it is not known. */
export const roomForCode = (width: number | null): number =>
  width === null ? Number.POSITIVE_INFINITY : Math.floor((width - besideCode) / characterWidth);

/** Characters that are shown before a first match which would be out of view otherwise. */
const leadChars = 12;

/** Returns a hit of which at most `room` characters are in view, from near its first match where that is further on. */
export function nearFirstMatch(hit: LineHit, room: number): LineHit {
  const [begin, end] = hit.marks[0] ?? [0, 0];
  if (end <= room) return hit;
  const earliest = Math.max(0, begin - Math.max(0, Math.min(leadChars, room - (end - begin) - 1)));
  const space = hit.text.slice(earliest, begin).search(/\s\S/);
  const from = space < 0 ? earliest : earliest + space + 1;
  if (from === 0) return hit;
  const moved = 1 - from;
  return {
    ...hit,
    text: `…${hit.text.slice(from).toWellFormed()}`,
    marks: hit.marks.map(([start, stop]) => [start + moved, stop + moved] as const),
  };
}
