import type { Literal } from "./match-pattern.ts";
import { idleEnd, isMoving, SpecialBytes } from "./text-bytes.ts";

/** What whole lines hold, from one look at each byte. */
export interface LineSurvey {
  /** How many lines there are. */
  readonly lines: number;
  /** Lines that begin before each {@link surveyStepBytes} bytes. */
  readonly before: Uint32Array;
  /** Places in lines that may hold the text although its letters are not side by side, in order. */
  readonly doubtful: readonly number[];
}

export const surveyStepBytes = 4_096;

/** Counts lines, and finds those in which sequences may split or move the letters of a text. */
export function surveyLines(bytes: Uint8Array, literal: Literal): LineSurvey {
  const splits = splitsOf(literal);
  const required = lettersOf(literal);
  const before = new Uint32Array(Math.ceil(bytes.length / surveyStepBytes));
  const doubtful: number[] = [];
  let [lines, start, steps] = [0, 0, 0];
  /** The last line of which all is known. */
  let known = -1;
  const specials = new SpecialBytes(bytes);
  for (let at = specials.next(0); at < bytes.length; at = specials.next(at + 1)) {
    if (bytes[at] === 10) {
      for (; steps * surveyStepBytes <= at; steps++) before[steps] = lines;
      lines++;
      start = at + 1;
    } else if (known === lines) continue;
    else if (isMoving(bytes, at)) {
      known = lines;
      if (holdsAll(bytes, start, required)) doubtful.push(at);
    } else if (splits(bytes, at)) {
      known = lines;
      doubtful.push(at);
    }
  }
  before.fill(lines, steps);
  if (bytes.length > 0 && bytes.at(-1) !== 10) lines++;
  return { lines, before, doubtful };
}

/** Returns the bytes of a letter in each case that matches. */
function casesOf(letter: string, { matchCase }: Literal): number[] {
  const cases = matchCase ? [letter] : [letter.toLowerCase(), letter.toUpperCase()];
  return [...new Set(cases)].map((each) => each.charCodeAt(0));
}

/** Returns the letters of a text by their bytes. Rendering a line adds nothing but spaces to it. */
const lettersOf = (literal: Literal): number[][] =>
  [...new Set(literal.text.replaceAll(" ", ""))].map((letter) => casesOf(letter, literal));

/** Whether the line that begins at `start` holds all letters. */
function holdsAll(bytes: Uint8Array, start: number, letters: readonly number[][]): boolean {
  const newline = bytes.indexOf(10, start);
  const line = bytes.subarray(start, newline < 0 ? bytes.length : newline);
  return letters.every((cases) => cases.some((byte) => line.includes(byte)));
}

/** Returns a function that says whether the sequences at a place are between two letters of a text. */
function splitsOf(literal: Literal): (bytes: Uint8Array, at: number) => boolean {
  const follows = new Map<number, Set<number>>();
  const letters = [...literal.text].map((letter) => casesOf(letter, literal));
  for (const [i, cases] of letters.entries())
    for (const byte of cases) {
      const next = follows.get(byte) ?? new Set();
      for (const each of letters[i + 1] ?? []) next.add(each);
      follows.set(byte, next);
    }
  const isFirst = Uint8Array.from({ length: 256 }, (_, byte) => (follows.get(byte)?.size ? 1 : 0));
  return (bytes, at) => {
    const last = bytes[at - 1] ?? 10;
    if (!isFirst[last]) return false;
    let end = at;
    while (bytes[end] === 27) {
      const next = idleEnd(bytes, end);
      if (next < 0) return false;
      end = next;
    }
    return follows.get(last)?.has(bytes[end] ?? 10) ?? false;
  };
}
