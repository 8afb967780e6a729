/** Reads the text of one search parameter; undefined where that says nothing to the view, as in an address typed by hand. */
export type SearchField<T extends string> = (given: string) => T | undefined;

/** The search parameters that a view reads, by name. */
export type SearchFields = Readonly<Record<string, SearchField<string>>>;

/** Values of a view's search parameters; those that are absent or unknown are undefined. */
export type SearchOf<F extends SearchFields> = {
  readonly [N in keyof F]?: Exclude<ReturnType<F[N]>, undefined> | undefined;
};

/** Any text, such as a name or what is searched for. */
export const anyText: SearchField<string> = (given) => given;

/** One of some values. */
export const oneOf =
  <const T extends string>(...known: readonly T[]): SearchField<T> =>
  (given) =>
    known.find((value) => value === given);

/** Set or not. */
export const flag = oneOf("1");

/** Digits, such as an id. */
export const wholeNumber: SearchField<string> = (given) => (/^\d{1,15}$/.test(given) ? given : undefined);

/** A day as `YYYY-MM-DD`. */
export const day: SearchField<string> = (given) =>
  /^\d{4}-\d\d-\d\d$/.test(given) && new Date(given).toJSON()?.startsWith(given) ? given : undefined;

/** Returns the values of the search parameters that a view reads. */
export function readSearch<F extends SearchFields>(
  fields: F,
  search: Readonly<Record<string, unknown>>,
): SearchOf<F> {
  const values = Object.entries(fields).flatMap(([name, read]) => {
    const given = search[name];
    const value = typeof given === "string" ? read(given) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  // Types do not follow the entries of an object.
  return Object.fromEntries(values) as SearchOf<F>;
}
