import fuzzysort from "fuzzysort";

/** An entry that can be ranked: a name, and keywords. */
export interface Rankable {
  readonly label: string;
  readonly keywords?: string | undefined;
  /** Added to the score where there is a match: 0.1 for recently used entries. */
  readonly boost?: number | undefined;
}

/** A matching entry, with the matched positions in its label. */
export interface Ranked<T> {
  readonly item: T;
  readonly positions: readonly number[];
  /** The keyword that matches where the label does not. */
  readonly keyword?: string | undefined;
}

/** Score below which a match is dropped. */
const threshold = 0.2;

/** Returns the matching entries, best first; all of them in their order while nothing is typed. */
export function rank<T extends Rankable>(items: readonly T[], typed: string, limit: number): Ranked<T>[] {
  if (!typed) return items.slice(0, limit).map((item) => ({ item, positions: [] }));
  const results = fuzzysort.go(typed, items, {
    keys: [(item) => item.label, (item) => item.keywords ?? ""],
    threshold,
    // A match in the name scores higher than one in the keywords.
    scoreFn: ([label, keywords]) => Math.max(label?.score ?? 0, (keywords?.score ?? 0) * 0.8),
  });
  return results
    .map((result) => ({
      item: result.obj,
      score: result.score + (result.obj.boost ?? 0),
      positions: result[0]?.indexes ?? [],
      keyword: result[0]?.score ? undefined : wordAt(result.obj.keywords, result[1]?.indexes[0]),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item, positions, keyword }) => ({ item, positions, keyword }));
}

/** Returns the word of a text that has the character at an offset. */
function wordAt(text = "", offset = 0): string | undefined {
  return text.slice(text.lastIndexOf(" ", offset) + 1).split(" ")[0];
}
