/** One `name:value` of a query. */
interface QueryTerm<K extends string> {
  readonly key: K;
  readonly value: string;
}

/** A query: its filters and its free text. */
export interface Query<K extends string> {
  readonly terms: readonly QueryTerm<K>[];
  readonly words: string;
}

/**
 * Reads a query such as `state:merged label:"needs review" tide tables`, in which these names may carry values. Any
 * other name is a word like the rest.
 */
export function parseQuery<K extends string>(text: string, keys: readonly K[]): Query<K> {
  const terms: QueryTerm<K>[] = [];
  const words: string[] = [];
  for (const [token, name, quoted, plain] of text.matchAll(/([a-z-]+):(?:"([^"]*)"|(\S*))|"[^"]*"|\S+/g)) {
    const key = keys.find((known) => known === name);
    const value = quoted ?? plain;
    if (key === undefined) words.push(token);
    else if (value) terms.push({ key, value });
  }
  return { terms, words: words.join(" ") };
}

/** Returns the text that {@link parseQuery} reads as this query. */
export function formatQuery({ terms, words }: Query<string>): string {
  return [...terms.map(formatTerm), words].filter(Boolean).join(" ");
}

/** Returns a term as text; a value with blanks is quoted. */
export const formatTerm = ({ key, value }: QueryTerm<string>): string =>
  `${key}:${/[\s"]/.test(value) ? `"${value}"` : value}`;

/** Returns the first value of a name. */
export const termOf = <K extends string>({ terms }: Query<K>, key: K): string | undefined =>
  terms.find((term) => term.key === key)?.value;

/** Returns every value of a name. */
export const valuesOf = <K extends string>({ terms }: Query<K>, key: K): string[] =>
  terms.flatMap((term) => (term.key === key ? [term.value] : []));

/** Returns the query with one name set to a value, or without it. */
export function withTerm<K extends string>(query: Query<K>, key: K, value: string | undefined): Query<K> {
  const others = query.terms.filter((term) => term.key !== key);
  return { ...query, terms: value ? [...others, { key, value }] : others };
}

/** Returns the query with a value of a name that may occur several times switched on or off. */
export function toggleTerm<K extends string>(query: Query<K>, key: K, value: string): Query<K> {
  const others = query.terms.filter((term) => !(term.key === key && term.value === value));
  const has = others.length < query.terms.length;
  return { ...query, terms: has ? others : [...others, { key, value }] };
}

/** A name before a colon that is not a filter, and the filter that was probably meant. */
interface UnknownName {
  readonly name: string;
  readonly meant: string | null;
}

/** Returns the names in a query's words that look like filters but are not; URLs and quoted words are ignored. */
export function unknownNames({ words }: Query<string>, keys: readonly string[]): readonly UnknownName[] {
  const names = [...words.matchAll(/(?<!\S)([a-z-]+):(?!\/\/)[^\s:]/g)].map(([, name = ""]) => name);
  return [...new Set(names)].map((name) => ({
    name,
    meant: keys.find((key) => isSimilar(key, name)) ?? null,
  }));
}

/** Returns whether two names differ by one letter that is missing, added, swapped or another one, or by their ends. */
function isSimilar(a: string, b: string): boolean {
  if (a.startsWith(b) || b.startsWith(a)) return Math.min(a.length, b.length) >= 2;
  if (Math.abs(a.length - b.length) > 1) return false;
  const sorted = (text: string) => [...text].sort().join("");
  if (a.length === b.length && sorted(a) === sorted(b)) return true;
  const from = [...a].findIndex((letter, at) => letter !== b[at]);
  const end = (text: string, skip: number) => text.slice(from + skip);
  return end(a, 1) === end(b, 1) || end(a, 1) === end(b, 0) || end(a, 0) === end(b, 1);
}
