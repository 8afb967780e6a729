import type { TraceSummary } from "../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../api/traces/open-trace.ts";
import type { ChosenLines } from "./address/use-line-range.ts";
import type { WorkbenchAddress } from "./address/use-workbench-address.ts";
import type { Findings } from "./findings/use-findings.ts";
import type { RowModel } from "./log/row-model.ts";
import type { RowScroller } from "./log/row-scroller.ts";
import type { Folding } from "./log/use-sections.ts";
import type { LogSearch } from "./search/use-log-search.ts";

/** The state of an open log. */
export interface LogState {
  readonly trace: OpenTrace;
  readonly summary: TraceSummary;
  readonly folding: Folding;
  readonly model: RowModel;
  readonly scroller: RowScroller;
  readonly chosen: ChosenLines;
  readonly findings: Findings;
  readonly address: WorkbenchAddress;
  readonly search: LogSearch;
  /** Scrolls to a line, from 0, and unfolds the sections that hide it. */
  showLine(line: number, where?: "middle" | "top"): void;
  focusSearch(): void;
  /** Opens or closes the dialog "Go to line". */
  askForLine(isOpen: boolean): void;
}
