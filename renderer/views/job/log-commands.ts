import {
  ArrowDownToDot,
  ArrowDownToLine,
  CircleX,
  Clock,
  Copy,
  Download,
  FoldVertical,
  GitCompareArrows,
  Layers,
  Link2,
  MoveDown,
  MoveUp,
  Search,
  TriangleAlert,
  WrapText,
} from "lucide-react";
import type { Command } from "../../state/commands/commands.ts";
import type { LogActions } from "./use-log-actions.ts";

const section = "Log";

/** Commands of a log for the keyboard and the palette. `latest` returns the current actions. */
export function logCommands(latest: () => LogActions): Command[] {
  return [
    {
      id: "log.follow",
      title: "Go to the end and follow",
      section,
      icon: ArrowDownToLine,
      run: () => latest().follow(),
    },
    {
      id: "log.find",
      title: "Find in log",
      section,
      icon: Search,
      run: () => latest().find(),
    },
    {
      id: "log.pipeline",
      title: "Search all jobs of the pipeline",
      section,
      icon: Layers,
      run: () => latest().searchPipeline(),
    },
    {
      id: "log.compare",
      title: "Compare with the last success",
      section,
      icon: GitCompareArrows,
      run: () => latest().toggleCompare(),
    },
    {
      id: "log.next-match",
      title: "Next match",
      section,
      icon: MoveDown,
      run: () => latest().stepMatch(1),
    },
    {
      id: "log.previous-match",
      title: "Previous match",
      section,
      icon: MoveUp,
      run: () => latest().stepMatch(-1),
    },
    {
      id: "log.error",
      title: "First error, then the next",
      section,
      icon: CircleX,
      run: () => latest().stepError(1),
    },
    {
      id: "log.previous-error",
      title: "Previous error",
      section,
      icon: CircleX,
      run: () => latest().stepError(-1),
    },
    {
      id: "log.next-problem",
      title: "Next error or warning",
      section,
      icon: MoveDown,
      run: () => latest().stepProblem(1),
    },
    {
      id: "log.previous-problem",
      title: "Previous error or warning",
      section,
      icon: MoveUp,
      run: () => latest().stepProblem(-1),
    },
    {
      id: "log.problems",
      title: "Show or hide problems",
      section,
      icon: TriangleAlert,
      run: () => latest().togglePanel("problems"),
    },
    {
      id: "log.go-to-line",
      title: "Go to line…",
      section,
      icon: ArrowDownToDot,
      run: () => latest().askForLine(),
    },
    {
      id: "log.wrap",
      title: "Wrap lines",
      section,
      icon: WrapText,
      run: () => latest().toggleWrap(),
    },
    {
      id: "log.times",
      title: "Show timestamps",
      section,
      icon: Clock,
      run: () => latest().toggleTimes(),
    },
    {
      id: "log.fold",
      title: "Fold or unfold all sections",
      section,
      icon: FoldVertical,
      run: () => latest().toggleFolds(),
    },
    {
      id: "log.next-section",
      title: "Next section",
      section,
      icon: MoveDown,
      run: () => latest().stepSection(1),
    },
    {
      id: "log.previous-section",
      title: "Previous section",
      section,
      icon: MoveUp,
      run: () => latest().stepSection(-1),
    },
    {
      id: "log.next-line",
      title: "Select next line",
      section,
      icon: MoveDown,
      run: () => latest().stepLine(1, false),
    },
    {
      id: "log.previous-line",
      title: "Select previous line",
      section,
      icon: MoveUp,
      run: () => latest().stepLine(-1, false),
    },
    {
      id: "log.extend-down",
      title: "Extend selection down",
      section,
      icon: MoveDown,
      run: () => latest().stepLine(1, true),
    },
    {
      id: "log.extend-up",
      title: "Extend selection up",
      section,
      icon: MoveUp,
      run: () => latest().stepLine(-1, true),
    },
    {
      id: "log.permalink",
      title: "Copy permalink",
      section,
      icon: Link2,
      run: () => latest().copyLink(),
    },
    {
      id: "log.copy",
      title: "Copy selected lines, or the log",
      section,
      icon: Copy,
      run: () => latest().copy(),
    },
    {
      id: "log.download",
      title: "Download raw log",
      section,
      icon: Download,
      run: () => latest().download(),
    },
  ];
}

/** Commands that apply while the log is compared. */
const whileComparing = new Set(["log.compare", "log.download"]);

/** The commands while the log is compared. */
export const compareCommands = (latest: () => LogActions): Command[] =>
  logCommands(latest).filter(({ id }) => whileComparing.has(id));
