import { useEffect, useRef } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJobTrace } from "../../../shared/api/resources/jobs.ts";
import type { Finding, TraceSummary } from "../../../shared/trace-types.ts";
import { startDownload } from "../../api/downloads.ts";
import { toProblem } from "../../api/fetch-host.ts";
import type { LineReader } from "../../api/traces/line-reader.ts";
import { shareUrl } from "../../features/addresses/web-url.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { announce } from "../../state/announce.ts";
import { usePreferences } from "../../state/preferences.ts";
import { copyText } from "../../ui/buttons/copy-button.tsx";
import { writeLineRange } from "../../ui/code/line-range.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import type { RowScroller } from "../../ui/scroller/row-scroller.ts";
import type { ChosenLines } from "./address/use-line-range.ts";
import type { Panel, WorkbenchAddress } from "./address/use-workbench-address.ts";
import type { Findings } from "./findings/findings-panel.tsx";
import { lineOfRow, type RowModel } from "./log/line-map.ts";
import type { Folding } from "./log/sections.tsx";
import { copyLines } from "./log/use-log-selection.ts";
import type { LogSearch } from "./search/search-bar.tsx";

/** A step to the next or the previous finding. */
interface FindingStep {
  readonly among: "errors" | "problems";
  readonly direction: 1 | -1;
}

/** Returns the actions on the log in its current state. */
export function useLogActions(account: string, project: string, job: Job, log: LogState): LogActions {
  const { logWrap, logTimes } = usePreferences();
  const { trace, summary, folding, model, scroller, chosen, findings, address } = log;
  const { range } = chosen;
  const goTo = (line: number | null, missing: string) => {
    if (line === null) return announce(missing);
    chosen.choose({ from: line + 1, to: line + 1 });
    log.showLine(line);
  };
  const chosenLine = range ? range.from - 1 : null;
  /** The line that was selected last, else the first one in view; from 0. */
  const present = (): number => {
    if (range) return range.to - 1;
    return lineOfRow(model, Math.min(scroller.view().first, model.rows - 1)) ?? 0;
  };
  // A step requested before the log was analysed is made as soon as there is a finding.
  const wantedStep = useRef<FindingStep | null>(null);
  const step = (wanted: FindingStep) => {
    const { among, direction } = wanted;
    const list = among === "errors" ? findings.list.filter(({ kind }) => kind === "error") : findings.list;
    const line = stepFinding(list, chosenLine, direction);
    wantedStep.current = line === null && !findings.isSettled ? wanted : null;
    if (!wantedStep.current) goTo(line, `No ${among} found`);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is made anew with each state of the log
  useEffect(() => {
    if (wantedStep.current) step(wantedStep.current);
  }, [findings]);
  const allFolded = folding.sections.every((_, index) => folding.isFolded(index));
  return {
    hasSections: folding.sections.length > 0,
    hasTimes: summary.timestamps,
    hasPipeline: job.pipeline != null,
    hasChosenLines: range !== null,
    isWrapped: logWrap,
    showsTimes: logTimes,
    toggleWrap: () => savePreferences({ logWrap: !logWrap }),
    toggleTimes: () => savePreferences({ logTimes: !logTimes }),
    foldAll: folding.setAll,
    toggleFolds: () => folding.setAll(!allFolded),
    stepSection(direction) {
      const lines = folding.sections.map(({ from }) => from);
      const first = lineOfRow(model, scroller.view().first) ?? 0;
      const next =
        direction === 1 ? lines.find((line) => line > first) : lines.findLast((line) => line < first);
      if (next !== undefined) log.showLine(next, "top");
    },
    follow: scroller.toEnd,
    askForLine: () => log.askForLine(true),
    stepLine(direction, extend) {
      const last = summary.lines;
      if (last === 0) return;
      const clamp = (line: number) => Math.min(last, Math.max(1, line));
      const first = present() + 1;
      const line = clamp(range ? (direction === 1 ? range.to : range.from) + direction : first);
      const next =
        range && extend
          ? { from: Math.min(range.from, line), to: Math.max(range.to, line) }
          : { from: line, to: line };
      chosen.choose(next);
      log.showLine(line - 1);
    },
    stepMatch: log.search.step,
    find: log.focusSearch,
    toggleCompare: () =>
      address.change({ view: address.isComparing ? undefined : "compare", with: undefined }),
    searchPipeline() {
      const isOpen = address.panel === "pipeline";
      address.change({ panel: isOpen ? undefined : "pipeline" });
      if (!isOpen) log.focusSearch();
    },
    stepError: (direction) => step({ among: "errors", direction }),
    stepProblem: (direction) => step({ among: "problems", direction }),
    togglePanel: (panel) => address.change({ panel: address.panel === panel ? undefined : panel }),
    copyLink() {
      const lines = range ?? { from: present() + 1, to: present() + 1 };
      void copyText(shareUrl(`${window.location.pathname}#${writeLineRange(lines)}`)).then((copied) =>
        copied
          ? toast.success("Copied the permalink", {
              description:
                lines.from === lines.to
                  ? `It leads to line ${lines.from}.`
                  : `It leads to lines ${lines.from} to ${lines.to}.`,
            })
          : toast.error("Could not copy", {
              description: "The system did not give access to the clipboard.",
            }),
      );
    },
    copy: () => void copyLines(trace, range ? range.from - 1 : 0, range ? range.to : summary.lines),
    download() {
      const name = `${job.name.replaceAll(/[^\w.-]+/g, "-")}-${job.id}.log`;
      startDownload(account, getJobTrace, { id: project, job_id: job.id }, name).then(
        () => toast.info(`Downloading ${name}`, { description: "See progress in the status bar." }),
        (error: unknown) => toast.problem(`${name} was not downloaded`, toProblem(error)),
      );
    },
  };
}

/**
 * Returns the line of the next or previous finding after a line, around the ends. The first one where `line` is null or
 * no finding.
 */
export function stepFinding(
  findings: readonly Pick<Finding, "line">[],
  line: number | null,
  direction: 1 | -1,
): number | null {
  const at = line === null ? -1 : findings.findIndex((finding) => finding.line === line);
  const start = direction === 1 ? 0 : findings.length - 1;
  const next = at < 0 ? start : (at + direction + findings.length) % findings.length;
  return findings[next]?.line ?? null;
}

/** Actions on a log, shared by the toolbar, the menu, the keyboard and the palette. */
export interface LogActions {
  readonly hasSections: boolean;
  readonly hasTimes: boolean;
  /** Whether there are other jobs to search. */
  readonly hasPipeline: boolean;
  readonly hasChosenLines: boolean;
  readonly isWrapped: boolean;
  readonly showsTimes: boolean;
  toggleWrap(): void;
  toggleTimes(): void;
  foldAll(isFolded: boolean): void;
  /** Folds all sections, or unfolds them where all are folded. */
  toggleFolds(): void;
  stepSection(direction: 1 | -1): void;
  follow(): void;
  askForLine(): void;
  /** Chooses the next or the previous line; with `extend` more than one. */
  stepLine(direction: 1 | -1, extend: boolean): void;
  /** Focuses the search. */
  find(): void;
  /** Compares with the last success, or returns to the log. */
  toggleCompare(): void;
  /** Opens the search in all jobs of the pipeline, or closes it. */
  searchPipeline(): void;
  stepMatch(direction: 1 | -1): void;
  /** Jumps to the first error, then to the next. */
  stepError(direction: 1 | -1): void;
  stepProblem(direction: 1 | -1): void;
  togglePanel(panel: Panel): void;
  copyLink(): void;
  /** Copies the chosen lines; the whole log where none are. */
  copy(): void;
  download(): void;
}

/** The state of an open log. */
export interface LogState {
  readonly trace: LineReader;
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
