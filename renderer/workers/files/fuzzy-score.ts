/*
 * Our own for its speed on whole trees: a key stroke over 100,000 paths takes a sixth of fuzzysort's time and a
 * fortieth of fzf's (`npm run bench -- fuzzy`, table in e2e/bench/README.md). It supports terms in any order and `name:12`.
 */

/** A query as it is matched: lower-case terms that all have to be found, and a line after a colon. */
interface FuzzyQuery {
  readonly terms: readonly string[];
  /** Line from 1 of `name:12`. */
  readonly line: number | null;
}

/** Reads what was typed: whitespace separates terms, `:12` at the end is a line, backslashes are slashes. */
export function parseFuzzyQuery(typed: string): FuzzyQuery {
  const [, text = "", line] = /^(.*?)(?::(\d+)(?::\d*)?)?$/s.exec(typed.trim().replaceAll("\\", "/")) ?? [];
  return { terms: text.toLowerCase().split(/\s+/).filter(Boolean), line: line ? Number(line) : null };
}

/** Letters and digits of a text as bits, so that most paths are ruled out by one comparison. */
export function letterMask(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + (code % 5));
    else mask |= 1 << 31;
  }
  return mask;
}

const points = {
  match: 16,
  consecutive: 12,
  boundary: 14,
  camel: 10,
  gap: -2,
  longGap: -1,
  start: 10,
} as const;

/**
 * Finds `term` (lower case) in `path` as a subsequence from `from` on, in the shortest stretch that ends first,
 * and rates it: runs, beginnings of words and of the name are worth more, gaps cost. Null where it is not there.
 * `positions`, when given, receives the matched positions.
 */
function scoreFrom(
  term: string,
  path: string,
  lower: string,
  from: number,
  positions?: number[],
): number | null {
  let at = from - 1;
  for (let i = 0; i < term.length; i++) {
    at = lower.indexOf(term[i] ?? "", at + 1);
    if (at < 0) return null;
  }
  // The first key: rated without a list, which would be made for each of hundreds of thousands of paths.
  if (term.length === 1) {
    positions?.push(at);
    return points.match + firstBonus(path, at, from);
  }
  const matched = new Array<number>(term.length);
  for (let i = term.length - 1, back = at; i >= 0; i--, back--) {
    const code = term.charCodeAt(i);
    while (lower.charCodeAt(back) !== code) back--;
    matched[i] = back;
  }
  positions?.push(...matched);
  return rate(matched, path, from);
}

const firstBonus = (path: string, position: number, from: number): number =>
  position === from ? points.boundary + points.start : wordBonus(path, position);

function rate(matched: readonly number[], path: string, from: number): number {
  let score = 0;
  let last = -2;
  let run = 0;
  for (const position of matched) {
    const bonus = firstBonus(path, position, from);
    if (position === last + 1) {
      run++;
      score += points.match + Math.max(points.consecutive, bonus / 2) + Math.min(run, longRun);
    } else {
      run = 0;
      const gap = last < 0 ? 0 : position - last - 1;
      score += points.match + bonus + (gap > 0 ? points.gap + Math.min(gap, 20) * points.longGap : 0);
    }
    last = position;
  }
  return score;
}

/** Worth of a match at the beginning of a word. */
function wordBonus(path: string, position: number): number {
  const before = path[position - 1] ?? "/";
  if (before === "/") return points.boundary + 2;
  if ("-_. +#@".includes(before)) return points.boundary;
  const here = path[position] ?? "";
  const camel = before === before.toLowerCase() && here !== here.toLowerCase();
  return camel ? points.camel : 0;
}

/**
 * Rates a path for a query: a term found in the file's name beats one that is spread over folders, the shorter
 * name and path win among equals. Null where a term is missing.
 */
export function scorePath(
  terms: readonly string[],
  path: string,
  lower: string,
  name: number,
  positions?: number[],
): number | null {
  let total = 0;
  for (const term of terms) {
    const inName = term.includes("/") ? null : scoreFrom(term, path, lower, name, positions);
    const found = inName ?? scoreFrom(term, path, lower, 0, positions);
    if (found === null) return null;
    total += found + (inName === null ? 0 : nameBonus(term, lower, name));
  }
  return total - (path.length - name) * 0.5 - path.length * 0.05;
}

/** Letters of a run from which on each is worth the same. */
const longRun = 4;
const mostOfFirst = points.match + points.boundary + points.start;
/** Returns a score that a path that fits cannot exceed, in a fraction of the time of {@link scorePath}. */
export function scoreBound(terms: readonly string[], path: string, lower: string, name: number): number {
  let total = 0;
  for (const term of terms) total += mostOf(term.length) + nameBonus(term, lower, name);
  return total - (path.length - name) * 0.5 - path.length * 0.05;
}

/** Returns what so many letters are worth at the beginning of a name, one after the other. */
function mostOf(letters: number): number {
  const further = letters - 1;
  const grown = Math.min(further, longRun);
  const runs = (grown * (grown + 1)) / 2 + longRun * (further - grown);
  return mostOfFirst + (points.match + points.consecutive) * further + runs;
}

/** Returns whether a path has every term's letters in their order. */
export function fitsPath(terms: readonly string[], lower: string): boolean {
  for (const term of terms) {
    let at = -1;
    for (let i = 0; i < term.length; i++) {
      at = lower.indexOf(term[i] ?? "", at + 1);
      if (at < 0) return false;
    }
  }
  return true;
}

function nameBonus(term: string, lower: string, name: number): number {
  if (!lower.startsWith(term, name)) return 20;
  const end = name + term.length;
  if (end === lower.length) return 100;
  return lower.startsWith(".", end) ? 70 : 40;
}
