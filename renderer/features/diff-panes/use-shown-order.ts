import { useMemo } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { pathOf } from "../../../shared/diff/diff-file.ts";
import { parseFileFilter } from "../../../shared/diff/filter-files.ts";
import type { DiffAttributes } from "../../ui/diff/diff-model.ts";
import type { DiffPanesState } from "./use-diff-panes.ts";

interface ShownOrderInput {
  readonly files: readonly DiffFile[];
  /** Indices of all files in the order of their tree. */
  readonly order: readonly number[];
  readonly attributes: DiffAttributes | undefined;
  /** Fingerprints of the changes that were viewed. */
  readonly viewed: ReadonlySet<string> | undefined;
}

/** Returns the indices of the files that the filter leaves, in their order; the same list while they are the same. */
export function useShownOrder(
  { filter, summaries }: Pick<DiffPanesState, "filter" | "summaries">,
  { files, order, attributes, viewed }: ShownOrderInput,
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
        return fits({ file, summary, isViewed, attributes: attributes?.byPath.get(pathOf(file)) });
      })
      .join();
  }, [filter, files, order, summaries, attributes, viewed]);
  return useMemo(
    () => (shown === null ? order : shown === "" ? [] : shown.split(",").map(Number)),
    [shown, order],
  );
}
