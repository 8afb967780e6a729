import { GitCompareArrows, Layers } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { TraceSummary } from "../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../api/traces/open-trace.ts";
import { prepareSearch, prepareTraces } from "../../api/traces/prepare-traces.ts";
import { isActiveStatus } from "../../features/ci/status-style.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { usePreferences } from "../../state/preferences.ts";
import { cx } from "../../ui/class-names.ts";
import type { LineRange } from "../../ui/code/line-range.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { SplitPane } from "../../ui/split-pane.tsx";
import { useLineRange } from "./address/use-line-range.ts";
import { useWorkbenchAddress } from "./address/use-workbench-address.ts";
import { LogComparison } from "./compare/compare-view.tsx";
import { FindingsPanel } from "./findings/findings-panel.tsx";
import { ProblemsButton } from "./findings/problems-button.tsx";
import { useFindings } from "./findings/use-findings.ts";
import { FollowButton } from "./follow-button.tsx";
import { GoToLine } from "./go-to-line.tsx";
import styles from "./job.module.css";
import { copyLines } from "./log/copy-lines.ts";
import { createLineMap, hiddenLines } from "./log/line-map.ts";
import { cutNoticeLines, logCut } from "./log/log-cut.ts";
import { LogEnd } from "./log/log-end.tsx";
import { LogProgress } from "./log/log-progress.tsx";
import { LogView } from "./log/log-view.tsx";
import { lineOfRow, linesModel, type RowModel } from "./log/row-model.ts";
import { RowScroller } from "./log/row-scroller.ts";
import { StickySection } from "./log/sticky-section.tsx";
import { useLogEnd } from "./log/use-log-end.ts";
import { useSections } from "./log/use-sections.ts";
import { useShowLine } from "./log/use-show-line.ts";
import { compareCommands, logCommands } from "./log-commands.ts";
import { LogCutNotice } from "./log-cut-notice.tsx";
import { LogNotice } from "./log-notice.tsx";
import type { LogState } from "./log-state.ts";
import { LogToolbar } from "./log-toolbar.tsx";
import { PipelinePanel } from "./pipeline/pipeline-panel.tsx";
import { MatchMap } from "./search/match-map.tsx";
import { SearchBar } from "./search/search-bar.tsx";
import { useLogSearch } from "./search/use-log-search.ts";
import { useMatchModel } from "./search/use-match-model.ts";
import { useAfterFirstFrame } from "./use-after-first-frame.ts";
import { useLogActions } from "./use-log-actions.ts";

interface WorkbenchProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  /** Seconds since the job was known to be current. */
  readonly age: number;
  readonly trace: OpenTrace;
  readonly summary: TraceSummary;
  readonly onRetry: () => void;
}

/** The log of a job with its toolbar and panels. */
export function Workbench({ account, project, job, age, trace, summary, onRetry }: WorkbenchProps) {
  const { logWrap, logTimes, codeSize } = usePreferences();
  const folding = useSections(trace, summary);
  const chosen = useLineRange();
  const rowPx = Math.max(20, Math.round(codeSize * 1.5));
  const [scroller] = useState(() => new RowScroller().begin(summary.lines, rowPx));
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
        <LogComparison
          {...{ account, project, job, trace, summary, rowPx }}
          onGo={(line) => address.change({ view: undefined }, `L${line + 1}`)}
          onClose={actions.toggleCompare}
        />
      </div>
    );
  }
  return (
    <div className={cx(layout.page, styles.workbench)}>
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
          </>
        }
        follow={<FollowButton scroller={scroller} isLive={isLive} lines={summary.lines} />}
      />
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
  const latest = useRef(showLine);
  latest.current = showLine;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are known later than the lines
  useEffect(() => {
    if (start > 0) latest.current(start - 1);
  }, [start, isThere, folding.sections.length > 0]);
}
