/** Names that a filter may carry before its colon. */
export const filterKeys = [
  "state",
  "author",
  "assignee",
  "label",
  "milestone",
  "source",
  "target",
  "draft",
  "reaction",
  "in",
  "created-after",
  "created-before",
  "updated-after",
  "updated-before",
  "sort",
  "scope",
] as const;
export type FilterKey = (typeof filterKeys)[number];

/** One `name:value` of a query. */
export interface Term {
  readonly key: FilterKey;
  readonly value: string;
}

/** A query: what it filters by, and the words that titles and descriptions are searched for. */
export interface Filter {
  readonly terms: readonly Term[];
  readonly words: string;
}

const known: ReadonlySet<string> = new Set(filterKeys);
const isKey = (text: string): text is FilterKey => known.has(text);

/**
 * Reads a query such as `state:merged author:@asa label:"needs review" tide tables`. A name that is none of ours is
 * a word like any other.
 */
export function parseFilter(text: string): Filter {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const [token, name, quoted, plain] of text.matchAll(/([a-z-]+):(?:"([^"]*)"|(\S*))|"[^"]*"|\S+/g)) {
    const value = quoted ?? plain;
    if (name && isKey(name) && value) terms.push({ key: name, value });
    else if (!(name && isKey(name))) words.push(token);
  }
  return { terms, words: words.join(" ") };
}

/** The query that {@link parseFilter} reads as this filter. */
export function formatFilter({ terms, words }: Filter): string {
  const written = terms.map(({ key, value }) => `${key}:${/[\s"]/.test(value) ? `"${value}"` : value}`);
  return [...written, words].filter(Boolean).join(" ");
}

export const termOf = ({ terms }: Filter, key: FilterKey): string | undefined =>
  terms.find((term) => term.key === key)?.value;

export const valuesOf = ({ terms }: Filter, key: FilterKey): string[] =>
  terms.flatMap((term) => (term.key === key ? [term.value] : []));

/** The same filter with one name set to a value, or without it. */
export function withTerm(filter: Filter, key: FilterKey, value: string | undefined): Filter {
  const others = filter.terms.filter((term) => term.key !== key);
  return { ...filter, terms: value ? [...others, { key, value }] : others };
}

/** The same filter with a value of a name that may stand several times switched on or off. */
export function toggleTerm(filter: Filter, key: FilterKey, value: string): Filter {
  const has = filter.terms.some((term) => term.key === key && term.value === value);
  const terms = has
    ? filter.terms.filter((term) => !(term.key === key && term.value === value))
    : [...filter.terms, { key, value }];
  return { ...filter, terms };
}
