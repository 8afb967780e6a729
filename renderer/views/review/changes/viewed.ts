import { useMemo } from "react";
import { z } from "zod";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";

const values = createStoredValues("reviews", "viewed", z.array(z.string()), []);
/** Marks that are stored for one merge request. */
const maxMarks = 20_000;

/** Names of the changes that the reader marked as read in a merge request. */
export function useViewed(key: string): ReadonlySet<string> {
  const { value } = useStoredValue(values, key);
  return useMemo(() => new Set(value), [value]);
}

export const markViewed = (key: string, fingerprint: string, viewed: boolean): void =>
  values.change(key, (marks) => {
    const others = marks.filter((mark) => mark !== fingerprint);
    return viewed ? [...others, fingerprint].slice(-maxMarks) : others;
  });
