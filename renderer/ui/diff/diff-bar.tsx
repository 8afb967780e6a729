import { ChevronsDownUp, ChevronsUpDown, Columns2, Rows2 } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { IconButton } from "../buttons/button.tsx";
import { SegmentedControl } from "../forms/segmented-control.tsx";
import barStyles from "./diff-bar.module.css";
import { type DiffMode, isOmitted } from "./diff-model.ts";
import { LineCounts } from "./line-counts.tsx";

interface DiffBarProps {
  readonly files: readonly DiffFile[];
  readonly summaries: readonly (DiffSummary | undefined)[];
  readonly allClosed: boolean;
  readonly onToggleAll: () => void;
  readonly mode: DiffMode;
  readonly onMode: ((mode: DiffMode) => void) | undefined;
  readonly children?: ReactNode;
}

const modes = [
  { value: "unified", label: "Unified", icon: Rows2 },
  { value: "split", label: "Side by side", icon: Columns2 },
] as const;

/** The line above a comparison: how much there is, and how it is laid out. */
export const DiffBar = memo(function DiffBar(props: DiffBarProps) {
  const { files, summaries, allClosed, onToggleAll, mode, onMode, children } = props;
  const totals = useMemo(() => sum(summaries), [summaries]);
  const uncounted = useMemo(() => countLeftOut(files, summaries), [files, summaries]);
  return (
    <div className={barStyles.bar}>
      <span className={barStyles.total}>
        {files.length.toLocaleString()} {files.length === 1 ? "file" : "files"}
        <LineCounts {...totals} />
        {uncounted > 0 ? (
          <span title="The service leaves out the lines of files that are too large; open such a file to see them.">
            without {uncounted.toLocaleString()} {uncounted === 1 ? "file that is" : "files that are"} too
            large
          </span>
        ) : null}
      </span>
      {children}
      <IconButton
        label={allClosed ? "Expand all files" : "Collapse all files"}
        icon={allClosed ? ChevronsUpDown : ChevronsDownUp}
        onClick={onToggleAll}
      />
      {onMode ? (
        <SegmentedControl
          label="Layout of the diff"
          value={mode}
          onChange={onMode}
          options={modes}
          iconsOnly
        />
      ) : null}
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
