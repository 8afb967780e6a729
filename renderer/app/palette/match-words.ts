/** Positions of what was typed in a text, ascending, and how well they match, above 0 to 1. */
export interface WordMatch {
  readonly score: number;
  readonly positions: readonly number[];
  /** Whether letters within a word are left out, such as the a of "dark" in `thdk`. */
  readonly isLoose: boolean;
}

/** Worth of the kinds of matches, before the place and the length of the text count. */
const worth = { whole: 1, start: 0.9, word: 0.8, initials: 0.65, within: 0.5, loose: 0.3 } as const;
/** Most that the place in the text, and the share of it that was typed, add. */
const bonus = { early: 0.04, share: 0.05 } as const;

/** Characters of a text and of a query that are compared; those beyond match as a part alone. */
const maxText = 160;
const maxTyped = 24;

/**
 * Matches a text with what was typed, whose words may be in any order. Each word has to be a part of the text, or pieces of
 * its words from their beginnings on: `nmr` is in "New merge request", `lant` is not in "CI of all accounts". Returns null
 * where one is missing.
 */
export function matchWords(typed: string, text: string): WordMatch | null {
  const lower = toLower(text);
  const query = toLower(typed.trim());
  if (query === "") return null;
  const whole = matchTerm(query, text, lower);
  const terms = query.split(/\s+/);
  if (whole || terms.length === 1) return whole;
  const matches: WordMatch[] = [];
  for (const term of terms) {
    const found = matchTerm(term, text, lower);
    if (!found) return null;
    matches.push(found);
  }
  const positions = [...new Set(matches.flatMap((match) => match.positions))].sort((a, b) => a - b);
  return {
    score: Math.min(...matches.map(({ score }) => score)) * 0.95,
    positions,
    isLoose: matches.some(({ isLoose }) => isLoose),
  };
}

/** Lower case of the same length: the capital İ would become two characters. */
const toLower = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
};

function matchTerm(term: string, text: string, lower: string): WordMatch | null {
  const at = partAt(term, text, lower);
  if (at >= 0) {
    const kind = at === 0 ? (term === lower ? "whole" : "start") : isWordStart(text, at) ? "word" : "within";
    return rate(kind, range(at, at + term.length), text);
  }
  if (term.length > maxTyped || /\s/.test(term)) return null;
  const positions = piecesAt(term, text, lower);
  if (!positions) return null;
  return rate(hasGapInWord(positions, text) ? "loose" : "initials", positions, text);
}

const rate = (kind: keyof typeof worth, positions: readonly number[], text: string): WordMatch => ({
  score: Math.min(
    1,
    worth[kind] +
      bonus.early * (1 - (positions[0] ?? 0) / Math.max(1, text.length)) +
      bonus.share * (positions.length / Math.max(1, text.length)) -
      bonus.early -
      bonus.share,
  ),
  positions,
  isLoose: kind === "loose",
});

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Returns where a text has a term as a part, at the beginning of a word rather than within one; -1 for nowhere. */
function partAt(term: string, text: string, lower: string): number {
  let first = -1;
  for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
    if (isWordStart(text, at)) return at;
    if (first < 0) first = at;
  }
  return first;
}

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Returns whether a word begins at a position: after a sign, and at a capital within a word such as "fileName". */
function isWordStart(text: string, at: number): boolean {
  const here = text.charAt(at);
  const before = text.charAt(at - 1);
  if (!isWordCharacter(here)) return before !== here;
  if (before === "" || !isWordCharacter(before)) return true;
  return (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before)) || (/\p{N}/u.test(here) && !/\p{N}/u.test(before));
}

/**
 * Returns positions of a term whose letters go on within a word or at the beginning of a later one, with as few gaps within
 * words as there can be; null where there are none.
 */
function piecesAt(term: string, text: string, lower: string): readonly number[] | null {
  const length = Math.min(lower.length, maxText);
  /** By letters that are left and position: the least gaps, Infinity where they do not match. */
  const known = new Map<number, { readonly gaps: number; readonly positions: readonly number[] } | null>();
  const wordEnd = (at: number) => {
    let end = at + 1;
    while (end < length && !isWordStart(text, end)) end++;
    return end;
  };
  /** Matches letters from `index` on, the first one at `at`. */
  const from = (index: number, at: number): { gaps: number; positions: readonly number[] } | null => {
    if (index === term.length - 1) return { gaps: 0, positions: [at] };
    const key = index * maxText + at;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    let best: { gaps: number; positions: readonly number[] } | null = null;
    const letter = term.charAt(index + 1);
    const end = wordEnd(at);
    for (let next = at + 1; next < length; next++) {
      if (lower.charAt(next) !== letter || (next >= end && !isWordStart(text, next))) continue;
      const rest = from(index + 1, next);
      const gaps = rest ? rest.gaps + (next < end && next > at + 1 ? 1 : 0) : 0;
      if (rest && (!best || gaps < best.gaps)) best = { gaps, positions: [at, ...rest.positions] };
    }
    known.set(key, best);
    return best;
  };
  let best: { readonly gaps: number; readonly positions: readonly number[] } | null = null;
  for (let at = 0; at < length; at++) {
    if (lower.charAt(at) !== term.charAt(0) || !isWordStart(text, at)) continue;
    const found = from(0, at);
    if (found && (!best || found.gaps < best.gaps)) best = found;
  }
  return best?.positions ?? null;
}

const hasGapInWord = (positions: readonly number[], text: string): boolean =>
  positions.some(
    (at, index) => index > 0 && at !== (positions[index - 1] ?? 0) + 1 && !isWordStart(text, at),
  );
