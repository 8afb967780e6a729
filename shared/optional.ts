/**
 * Fields that may be left out; one that is undefined counts as left out. For rows to add, whose columns have defaults, and
 * for filters and changes, of which callers pass on what a request has.
 */
export type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
