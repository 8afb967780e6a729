import { useMemo } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { pathOf } from "../../../shared/diff/diff-file.ts";
import { parseFileFilter } from "../../../shared/diff/filter-files.ts";
import type { DiffAttributes } from "../../ui/diff/diff-model.ts";
import type { DiffPanesState } from "./use-diff-panes.ts";

/** Facts of a review by which its files are filtered, each undefined until known. */
export interface ReviewFacts {
  /** Returns the owners of a path, without `@`. */
  readonly ownersOf: ((path: string) => readonly string[]) | undefined;
  /** Fingerprints of the changes as the user last reviewed them. */
  readonly reviewed: ReadonlySet<string> | undefined;
}

interface ShownOrderInput {
  readonly files: readonly DiffFile[];
  /** Indices of all files in the order of their tree. */
  readonly order: readonly number[];
  readonly attributes: DiffAttributes | undefined;
  /** Fingerprints of the changes that were viewed. */
  readonly viewed: ReadonlySet<string> | undefined;
  readonly facts: ReviewFacts | undefined;
}

/** Returns the indices of the files that the filter leaves, in their order; the same list while they are the same. */
export function useShownOrder(
  { filter, summaries }: Pick<DiffPanesState, "filter" | "summaries">,
  { files, order, attributes, viewed, facts }: ShownOrderInput,
): readonly number[] {
  const shown = useMemo(() => {
    if (filter.trim() === "") return null;
    const fits = parseFileFilter(filter);
    return order
      .filter((index) => {
        const file = files[index];
        if (!file) return false;
        const summary = summaries[index];
        const isViewed = summary !== undefined && viewed?.has(summary.fingerprint) === true;
        const path = pathOf(file);
        return fits({
          ...{ file, summary, isViewed },
          attributes: attributes?.byPath.get(path),
          owners: facts?.ownersOf?.(path),
          isChangedSinceReview: summary && facts?.reviewed && !facts.reviewed.has(summary.fingerprint),
        });
      })
      .join();
  }, [filter, files, order, summaries, attributes, viewed, facts]);
  return useMemo(
    () => (shown === null ? order : shown === "" ? [] : shown.split(",").map(Number)),
    [shown, order],
  );
}
