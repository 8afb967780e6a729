import { z } from "zod";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";

/** Previous versions of Helve stored the query alone; it becomes the name. */
const savedSearch = z.union([
  z.object({ name: z.string(), query: z.string() }),
  z.string().transform((query) => ({ name: query, query })),
]);
/** A query with the name that the user gave it. */
export type SavedSearch = z.output<typeof savedSearch>;

const values = createStoredValues("reviews", "saved-searches", z.array(savedSearch), []);
const key = (account: string) => `searches ${account}`;

/** Saved searches of an account, oldest first. */
export const useSavedSearches = (account: string): readonly SavedSearch[] =>
  useStoredValue(values, key(account)).value;

/** Saves a query, or gives a saved one another name. */
export const saveSearch = (account: string, search: SavedSearch): void =>
  values.change(key(account), (all) => [...all.filter(({ query }) => query !== search.query), search]);

export const removeSearch = (account: string, query: string): void =>
  values.change(key(account), (all) => all.filter((saved) => saved.query !== query));
