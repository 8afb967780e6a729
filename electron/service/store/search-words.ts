import type { DatabaseSync } from "node:sqlite";

/** Case-folds a text in any script, so that `Å`, `å` and `A` + ring, or `ß` and `SS`, compare as equal. */
const fold = (text: string): string => text.normalize("NFC").toUpperCase();

/** Returns whether every word of a search is in one of the texts, in any case; `"two words"` is one word. */
export function matchesWords(search: string, texts: readonly (string | null)[]): boolean {
  const words = [...fold(search).matchAll(/"([^"]+)"|\S+/g)].map((match) => match[1] ?? match[0]);
  const folded = texts.map((text) => fold(text ?? ""));
  return words.every((word) => folded.some((text) => text.includes(word)));
}

/** Adds the SQL function `matches_words(search, text, …)`, which returns 1 or 0. A NULL search matches everything. */
export function addWordSearch(database: DatabaseSync): void {
  database.function("matches_words", { deterministic: true, varargs: true }, (search, ...texts) =>
    search === null || matchesWords(String(search), texts.map(toText)) ? 1 : 0,
  );
}

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);
