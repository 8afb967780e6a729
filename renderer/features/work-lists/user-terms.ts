import { type Query, termOf } from "../query-text/query-text.ts";

/** Returns the names of users that a filter needs the ids of, by the filters that name people. */
export const usersOf = <K extends string>(filter: Query<K>, keys: readonly K[]): string[] =>
  keys.flatMap((key) => {
    const value = termOf(filter, key);
    return value === undefined || value === "None" || value === "Any" ? [] : [value.replace(/^@/, "")];
  });

/** Nobody has the id 0: an unknown name finds nothing rather than everything. */
export const userId = (value: string | undefined, ids: ReadonlyMap<string, number>): number | undefined =>
  value === undefined ? undefined : (ids.get(value.replace(/^@/, "")) ?? 0);

/** Returns the id of a user; "nobody" and "anybody" as they are. */
export const userOrNone = (value: string | undefined, ids: ReadonlyMap<string, number>) =>
  value === "None" || value === "Any" ? value : userId(value, ids);
