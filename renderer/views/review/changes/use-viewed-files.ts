import { type RefObject, useContext, useEffect, useMemo, useRef } from "react";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../../shared/diff/diff-types.ts";
import type { DiffViewHandle } from "../../../ui/diff/diff-view.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { markViewed, useViewed } from "./viewed-marks.ts";

type Summaries = readonly (DiffSummary | undefined)[];

interface ViewedFilesInput {
  /** The files once all are received; empty until then. */
  readonly complete: readonly DiffFile[];
  readonly summaries: Summaries;
  /** Indices of the files in the order in which they are read. */
  readonly order: readonly number[];
  /** Index of the file that is read. */
  readonly file: number;
  readonly view: RefObject<DiffViewHandle | null>;
}

interface ViewedFiles {
  /** Names of the changes that were viewed. */
  readonly viewed: ReadonlySet<string>;
  /** Number of the files that were viewed. */
  readonly done: number;
  /** Marks a file as viewed, or no longer; it stays open or closed. */
  readonly mark: (index: number, isViewed: boolean) => void;
  /** Marks files as viewed and closes them. Returns how to take that back. */
  readonly markAll: (indices: readonly number[]) => () => void;
  /** Marks a file as viewed, which closes it, or unmarks it. */
  readonly toggle: (index: number, summary?: DiffSummary) => void;
  /** Scrolls to the next unviewed file, or notifies the user that there is none. */
  readonly next: () => void;
}

/** The viewed files of a change, which are closed when it is opened. */
export function useViewedFiles({ order, complete, summaries, file, view }: ViewedFilesInput): ViewedFiles {
  const { draftKey } = useContext(ReviewContext);
  const { viewed, loaded } = useViewed(draftKey);
  const isViewed = (summary: DiffSummary | undefined) =>
    summary !== undefined && viewed.has(summary.fingerprint);
  const done = useMemo(
    () => summaries.filter((summary) => summary && viewed.has(summary.fingerprint)).length,
    [summaries, viewed],
  );
  const closed = useClosedAtFirst(complete, summaries, loaded ? viewed : null);
  useEffect(() => {
    for (const index of closed) view.current?.fold(index, true);
  }, [closed, view]);
  return {
    viewed,
    done,
    mark(index, isNowViewed) {
      const summary = summaries[index];
      if (summary && isViewed(summary) !== isNowViewed)
        markViewed(draftKey, summary.fingerprint, isNowViewed);
    },
    markAll(indices) {
      const marked = indices.filter((index) => summaries[index] && !isViewed(summaries[index]));
      const set = (isNowViewed: boolean) => {
        for (const index of marked) {
          const summary = summaries[index];
          if (summary) markViewed(draftKey, summary.fingerprint, isNowViewed);
          view.current?.fold(index, isNowViewed);
        }
      };
      set(true);
      return () => set(false);
    },
    toggle(index, summary = summaries[index]) {
      if (!summary) return;
      const next = !isViewed(summary);
      markViewed(draftKey, summary.fingerprint, next);
      view.current?.fold(index, next);
    },
    next() {
      const at = order.indexOf(file) + 1;
      const next = [...order.slice(at), ...order.slice(0, at)].find((index) => !isViewed(summaries[index]));
      if (next === undefined) toast.success("All files viewed");
      else view.current?.scrollToFile(next);
    },
  };
}

/** Files that were viewed before, once all are known; `viewed` is null until it was read from disk. */
function useClosedAtFirst(
  files: readonly DiffFile[],
  summaries: Summaries,
  viewed: ReadonlySet<string> | null,
): readonly number[] {
  const done = useRef<{ files: readonly DiffFile[]; closed: readonly number[] }>({ files: [], closed: [] });
  const complete = files.length > 0 && summaries.length === files.length && !summaries.includes(undefined);
  if (complete && viewed && done.current.files !== files) {
    const closed = summaries.flatMap((summary, i) => (summary && viewed.has(summary.fingerprint) ? [i] : []));
    done.current = { files, closed };
  }
  return done.current.closed;
}
