import { z } from "zod";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";

const values = createStoredValues("reviews", "saved-searches", z.array(z.string()), []);
const key = (account: string) => `searches ${account}`;

/** Queries that the reader keeps for an account, oldest first. */
export const useSavedSearches = (account: string): readonly string[] =>
  useStoredValue(values, key(account)).value;

export const saveSearch = (account: string, query: string): void =>
  values.change(key(account), (all) => (all.includes(query) ? all : [...all, query]));

export const removeSearch = (account: string, query: string): void =>
  values.change(key(account), (all) => all.filter((saved) => saved !== query));
