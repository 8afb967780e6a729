import { CloudOff, GitCompareArrows, Layers, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { TraceEnd } from "../../../shared/host/traces.ts";
import type { TraceProblem, TraceSummary } from "../../../shared/trace-types.ts";
import type { LineReader } from "../../api/traces/line-reader.ts";
import { prepareSearch, prepareTraces } from "../../api/traces/prepare-traces.ts";
import { isActiveStatus } from "../../features/ci/ci-status.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import type { LineRange } from "../../ui/code/line-range.ts";
import { Icon } from "../../ui/marks/icon.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { RowScroller } from "../../ui/scroller/row-scroller.ts";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { formatSeconds } from "../../ui/values/time.tsx";
import { useLineRange } from "./address/use-line-range.ts";
import { useWorkbenchAddress } from "./address/use-workbench-address.ts";
import { FindingsPanel, ProblemsButton, useFindings } from "./findings/findings-panel.tsx";
import styles from "./job.module.css";
import { createLineMap, hiddenLines, lineOfRow, linesModel, type RowModel } from "./log/line-map.ts";
import { LogEnd } from "./log/log-row.tsx";
import { LogView, useShowLine } from "./log/log-view.tsx";
import { StickySection, useSections } from "./log/sections.tsx";
import { copyLines } from "./log/use-log-selection.ts";
import { compareCommands, logCommands } from "./log-commands.ts";
import { FollowButton, GoToLine, LogToolbar } from "./log-toolbar.tsx";
import { cutNoticeLines, LogCutNotice, logCut } from "./no-log.tsx";
import { PipelinePanel } from "./pipeline/pipeline-panel.tsx";
import { MatchMap, useMatchModel } from "./search/match-map.tsx";
import { SearchBar, useLogSearch } from "./search/search-bar.tsx";
import { type LogState, useLogActions } from "./use-log-actions.ts";

const LogComparison = lazy(async () => ({
  default: (await import("./compare/compare-view.tsx")).LogComparison,
}));

interface WorkbenchProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  /** Seconds since the job was known to be current. */
  readonly age: number;
  readonly trace: LineReader;
  readonly summary: TraceSummary;
  /** Element of the page's head that the toolbar is in; null before it is drawn. */
  readonly tools: HTMLElement | null;
  readonly onRetry: () => void;
}

/** The log of a job with its toolbar, in the head of the page, and panels. */
export function Workbench({ account, project, job, age, trace, summary, tools, onRetry }: WorkbenchProps) {
  const { logWrap, logTimes, codeSize } = usePreferences();
  const folding = useSections(trace, summary);
  const chosen = useLineRange();
  const rowPx = Math.max(20, Math.round(codeSize * 1.5));
  const [scroller] = useState(() => new RowScroller({ followsEnd: true }).begin(summary.lines, rowPx));
  const [isAsking, askForLine] = useState(false);
  const lines = useMemo(() => {
    const map = createLineMap(summary.lines, hiddenLines(folding.sections, folding.isFolded, summary.lines));
    return linesModel(map, `${summary.generation} ${folding.version}`);
  }, [summary.lines, summary.generation, folding]);
  const isLive = !summary.complete && isActiveStatus(job.status);
  const findings = useFindings(trace, summary, isLive);
  const isDrawn = useAfterFirstFrame();
  useEffect(() => {
    if (isDrawn) trace.readRest();
  }, [isDrawn, trace]);
  useEffect(() => {
    if (!isDrawn || !summary.complete) return;
    prepareSearch();
    // Starts threads in advance for the next log.
    prepareTraces();
  }, [isDrawn, summary.complete]);
  const end = useLogEnd(trace, summary);
  const address = useWorkbenchAddress();
  const shown = useRef<RowModel>(lines);
  const showLine = useShowLine(folding.reveal, scroller, shown);
  const search = useLogSearch({
    trace,
    address,
    startLine: () => lineOfRow(shown.current, scroller.view().first) ?? 0,
    onLine: showLine,
  });
  const model = useMatchModel(trace, summary.generation, search) ?? lines;
  shown.current = model;
  const searchBar = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const focusSearch = () => searchBar.current?.querySelector("input")?.select();
  const focusLog = () => frame.current?.querySelector<HTMLElement>("section")?.focus();
  const log: LogState = {
    ...{ trace, summary, folding, model, scroller, chosen, findings, address, search },
    ...{ showLine, askForLine, focusSearch },
  };
  const actions = useLogActions(account, project, job, log);
  const latest = useRef(actions);
  latest.current = actions;
  const { isComparing } = address;
  useRegisterCommands(
    useMemo(() => (isComparing ? compareCommands : logCommands)(() => latest.current), [isComparing]),
  );
  useChosenInView(log);
  const goToRange = (range: LineRange) => {
    chosen.choose(range);
    showLine(range.from - 1);
  };
  const goTo = (line: number) => goToRange({ from: line + 1, to: line + 1 });
  const hasMatches = (search.state?.matches ?? 0) > 0;
  const cut = logCut(trace.knownLines(Math.max(0, summary.lines - cutNoticeLines), summary.lines) ?? [], job);
  if (isComparing) {
    return (
      <div className={cx(layout.page, styles.workbench)}>
        <Suspense>
          <LogComparison
            {...{ account, project, job, trace, summary, findings, rowPx }}
            comparedWith={address.comparedWith}
            onGo={(line) => address.change({ view: undefined, with: undefined }, `L${line + 1}`)}
            onClose={actions.toggleCompare}
          />
        </Suspense>
      </div>
    );
  }
  const toolbar = (
    <LogToolbar
      actions={actions}
      hasButtons={isDrawn}
      search={<SearchBar search={search} ref={searchBar} onLeave={focusLog} />}
      panels={
        <>
          <ProblemsButton
            findings={findings}
            isOpen={address.panel === "problems"}
            onToggle={() => actions.togglePanel("problems")}
          />
          <span className={styles.looks}>
            <IconButton
              label="Compare with the last success"
              icon={GitCompareArrows}
              size="s"
              command="log.compare"
              onClick={actions.toggleCompare}
            />
            {job.pipeline ? (
              <IconButton
                label="Search all jobs of the pipeline"
                icon={Layers}
                size="s"
                command="log.pipeline"
                pressed={address.panel === "pipeline"}
                onClick={actions.searchPipeline}
              />
            ) : null}
          </span>
        </>
      }
      follow={<FollowButton scroller={scroller} isLive={isLive} lines={summary.lines} />}
    />
  );
  return (
    <div className={cx(layout.page, styles.workbench)}>
      {tools ? createPortal(toolbar, tools) : null}
      {summary.problem ? <LogNotice problem={summary.problem} age={age} onRetry={onRetry} /> : null}
      {cut ? (
        <LogCutNotice {...{ cut, account, project }} job={job.id} onDownload={actions.download} />
      ) : null}
      <SplitPane
        label="panel"
        fixed="second"
        defaultSize={360}
        min={260}
        collapsed={address.panel === null}
        first={
          <div className={cx(styles.log, hasMatches && styles.mapped)} ref={frame}>
            <LogProgress summary={summary} isLive={isLive} size={end?.size ?? summary.size} />
            <LogView
              label={`Log of ${job.name}`}
              {...{ trace, summary, model, scroller, folding }}
              rowPx={rowPx}
              isWrapped={logWrap}
              hasTimes={summary.timestamps && logTimes}
              range={chosen.range}
              onNumber={chosen.click}
              onCopyLine={(line) => void copyLines(trace, line, line + 1)}
              onCopyChosen={() => {
                if (chosen.range) actions.copy();
                return chosen.range !== null;
              }}
              findings={findings.kinds}
              searched={search.searched}
              matchingLines={search.state?.lines ?? 0}
              currentLine={search.line}
              onGap={(line) => {
                search.setOnly(false);
                showLine(line);
              }}
              sticky={
                <StickySection {...{ scroller, model, folding }} onGo={(line) => showLine(line, "top")} />
              }
            />
            {end ? <LogEnd end={end} rowPx={rowPx} isWrapped={logWrap} /> : null}
            {search.state && hasMatches ? (
              <MatchMap
                density={search.state.density}
                onGo={(part) => showLine(Math.floor(part * summary.lines))}
              />
            ) : null}
          </div>
        }
        second={
          address.panel === "problems" ? (
            <FindingsPanel
              {...{ account, project }}
              sha={job.commit?.id ?? job.pipeline?.sha ?? null}
              findings={findings}
              current={chosen.range ? chosen.range.from - 1 : null}
              onGo={goTo}
              onClose={() => actions.togglePanel("problems")}
            />
          ) : address.panel === "pipeline" && job.pipeline ? (
            <PipelinePanel
              {...{ account, project, job }}
              pipeline={job.pipeline.id}
              query={search.query}
              onGo={goTo}
              onClose={() => actions.togglePanel("pipeline")}
            />
          ) : null
        }
      />
      {isAsking ? (
        <GoToLine lines={summary.lines} onChoose={goToRange} onClose={() => askForLine(false)} />
      ) : null}
    </div>
  );
}

/** Shows the lines of the address when it changes, and once they are read. */
function useChosenInView({ chosen, summary, folding, showLine }: LogState): void {
  const start = chosen.range?.from ?? 0;
  const isThere = summary.lines >= start;
  const show = useEffectEvent(showLine);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are known later than the lines
  useEffect(() => {
    if (start > 0) show(start - 1);
  }, [start, isThere, folding.sections.length > 0]);
}

/** Returns whether the first frame is on screen; content of low priority is rendered after it. */
function useAfterFirstFrame(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    // The frame after this one begins once this one is drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isDrawn;
}

/** Milliseconds before the progress is shown. */
const delayMs = 300;

interface LogProgressProps {
  readonly summary: TraceSummary;
  readonly isLive: boolean;
  /** Bytes of the whole log, as far as they are known. */
  readonly size: number;
}

/** Progress of reading a log that is already complete on the service. */
function LogProgress({ summary, isLive, size }: LogProgressProps) {
  const isReading = !isLive && !summary.complete && summary.problem === null;
  const isLate = useHasLasted(isReading, delayMs);
  if (!isLate) return null;
  return (
    <ProgressBar
      className={styles.progress}
      label={`Loading the log: ${formatBytes(summary.bytes)}${size > summary.bytes ? ` of ${formatBytes(size)}` : ""}`}
      value={size > summary.bytes ? summary.bytes / size : null}
    />
  );
}

/** Milliseconds of reading after which a log is long, and bytes that it has by then. */
const [longMs, longBytes] = [200, 4_000_000];
/** Bytes before the end at which the log itself is about to show it. */
const nearBytes = 1_000_000;

/** Returns the last lines of a long log while those before them are read; null where the log shows its end. */
function useLogEnd(trace: LineReader, { generation, complete, bytes }: TraceSummary): TraceEnd | null {
  const [end, setEnd] = useState<(TraceEnd & { readonly generation: string }) | null>(null);
  const isLate = useHasLasted(!complete, longMs);
  const isWanted = isLate && bytes >= longBytes;
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    trace.end(controller.signal).then(
      (found) => controller.signal.aborted || setEnd(found && { ...found, generation }),
      // The log shows why it cannot be read.
      () => undefined,
    );
    return () => controller.abort();
  }, [trace, generation, isWanted]);
  if (!end || complete || end.generation !== generation || bytes + nearBytes >= end.size) return null;
  return end;
}

interface LogNoticeProps {
  readonly problem: TraceProblem;
  /** Seconds since the job was known to be current. */
  readonly age: number;
  readonly onRetry: () => void;
}

/** Explains above a log why reading stopped. */
function LogNotice({ problem, age, onRetry }: LogNoticeProps) {
  const isOffline = problem.code === "offline" || problem.code === "unavailable";
  return (
    <div className={styles.notice} role="status">
      <Icon of={isOffline ? CloudOff : TriangleAlert} size={14} />
      <span>
        {isOffline
          ? "Offline. This is the stored log"
          : `${problem.message} This is the part of the log that was loaded`}
        {age >= 60 ? `, ${formatSeconds(age)} old.` : "."}
      </span>
      <Button size="s" variant="ghost" onClick={onRetry}>
        Reload log
      </Button>
    </div>
  );
}
