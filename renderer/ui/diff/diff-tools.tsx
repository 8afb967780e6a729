import { ChevronsDownUp, ChevronsUpDown, Columns2, Rows2, WrapText } from "lucide-react";
import { IconButton } from "../buttons/button.tsx";
import { SegmentedControl } from "../forms/segmented-control.tsx";
import type { DiffLook } from "./diff-model.ts";

/** State of a diff that its tools show. */
export interface DiffState {
  /** Whether only the heads of the files are shown. */
  readonly allClosed: boolean;
  /** Whether two columns have no room, so that it is unified whatever was chosen. */
  readonly isNarrow: boolean;
}

interface DiffToolsProps extends DiffLook, DiffState {
  readonly onToggleAll: () => void;
}

/** The tools of every diff: all files collapsed or expanded, wrapped lines, and one column or two. */
export function DiffTools({ allClosed, isNarrow, onToggleAll, mode, onMode, wrap, onWrap }: DiffToolsProps) {
  return (
    <>
      <IconButton
        label={allClosed ? "Expand all files" : "Collapse all files"}
        icon={allClosed ? ChevronsUpDown : ChevronsDownUp}
        onClick={onToggleAll}
      />
      <IconButton label="Wrap lines" icon={WrapText} pressed={wrap} onClick={() => onWrap(!wrap)} />
      <SegmentedControl
        label="Layout of the diff"
        value={mode}
        onChange={onMode}
        options={isNarrow ? narrowModes : modes}
        iconsOnly
      />
    </>
  );
}

const modes = [
  { value: "unified", label: "Unified", icon: Rows2 },
  { value: "split", label: "Side by side", icon: Columns2 },
] as const;

const narrowModes = [
  modes[0],
  {
    ...modes[1],
    title: "Side by side: shown where the diff is at least 1,000 px wide. It is unified here.",
  },
] as const;
