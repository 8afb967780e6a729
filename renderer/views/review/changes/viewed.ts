import { useMemo } from "react";
import { z } from "zod";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";

const values = createStoredValues("reviews", "viewed", z.array(z.string()), []);
/** Marks that are kept of one merge request. */
const most = 20_000;

/** Names of the changes that the reader marked as read in a merge request. */
export function useViewed(place: string): ReadonlySet<string> {
  const { value } = useStoredValue(values, place);
  return useMemo(() => new Set(value), [value]);
}

export const markViewed = (place: string, fingerprint: string, viewed: boolean): void =>
  values.change(place, (marks) => {
    const others = marks.filter((mark) => mark !== fingerprint);
    return viewed ? [...others, fingerprint].slice(-most) : others;
  });
