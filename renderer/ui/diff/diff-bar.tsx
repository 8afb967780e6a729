import { memo, type ReactNode, useMemo } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import barStyles from "./diff-bar.module.css";
import { type DiffLook, isOmitted } from "./diff-model.ts";
import { type DiffState, DiffTools } from "./diff-tools.tsx";
import { LineCounts } from "./line-counts.tsx";

interface DiffTotalsProps {
  readonly files: readonly DiffFile[];
  readonly summaries: readonly (DiffSummary | undefined)[];
}

/** The numbers of files and lines that a comparison changes. */
export const DiffTotals = memo(function DiffTotals({ files, summaries }: DiffTotalsProps) {
  const totals = useMemo(() => sum(summaries), [summaries]);
  const uncounted = useMemo(() => countLeftOut(files, summaries), [files, summaries]);
  return (
    <span className={barStyles.total}>
      {files.length.toLocaleString()} {files.length === 1 ? "file" : "files"}
      <LineCounts {...totals} />
      {uncounted > 0 ? (
        <span title="The service leaves out the lines of files that are too large; open such a file to see them.">
          without {uncounted.toLocaleString()} {uncounted === 1 ? "file that is" : "files that are"} too large
        </span>
      ) : null}
    </span>
  );
});

interface DiffBarProps extends DiffTotalsProps, DiffLook, DiffState {
  readonly onToggleAll: () => void;
  readonly children?: ReactNode;
}

/** The line above a comparison that is a part of a page: how much there is, and its tools. */
export const DiffBar = memo(function DiffBar({ files, summaries, children, ...tools }: DiffBarProps) {
  return (
    <div className={barStyles.bar}>
      <DiffTotals {...{ files, summaries }} />
      {children}
      <DiffTools {...tools} />
    </div>
  );
});

const countLeftOut = (files: readonly DiffFile[], summaries: readonly (DiffSummary | undefined)[]): number =>
  files.filter((file, i) => isOmitted(file, summaries[i])).length;

function sum(summaries: readonly (DiffSummary | undefined)[]) {
  let [added, removed] = [0, 0];
  for (const summary of summaries) {
    added += summary?.added ?? 0;
    removed += summary?.removed ?? 0;
  }
  return { added, removed };
}
