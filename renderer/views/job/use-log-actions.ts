import { useEffect, useRef } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJobTrace } from "../../../shared/api/resources/jobs.ts";
import { startDownload } from "../../api/downloads.ts";
import { toProblem } from "../../api/host.ts";
import { shareUrl } from "../../features/addresses/share-url.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { announce } from "../../state/announce.ts";
import { usePreferences } from "../../state/preferences.ts";
import { writeLineRange } from "../../ui/code/line-range.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast.tsx";
import { stepFinding } from "./findings/step-finding.ts";
import { copyLines } from "./log/copy-lines.ts";
import { lineOfRow } from "./log/row-model.ts";
import type { LogActions } from "./log-actions.ts";
import type { LogState } from "./log-state.ts";

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
    toggleCompare: () => address.change({ view: address.isComparing ? undefined : "compare" }),
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
