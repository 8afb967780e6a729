import { Search, SearchX } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceHit, TraceHits, TraceQuery } from "../../../../shared/trace-types.ts";
import { searchTraces } from "../../../api/traces/search-traces-in-host.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { allBelow, type Downstream, useDownstream } from "../../../features/ci/use-downstream.ts";
import { usePipelineJobs } from "../../../features/ci/use-jobs.ts";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { querySearch } from "../address/use-workbench-address.ts";
import { LineText } from "../log/line-text.tsx";
import { SidePanel } from "../log/side-panel.tsx";
import styles from "./pipeline.module.css";

interface PipelinePanelProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly pipeline: number;
  readonly query: TraceQuery;
  /** Scrolls to a line of this job, from 0. */
  readonly onGo: (line: number) => void;
  readonly onClose: () => void;
}

/** A job of a pipeline below the one that is searched. */
interface Below {
  readonly pipeline: number;
  /** Full path of its project. */
  readonly project: string;
}

/** Search results in the logs of all jobs of the pipeline and of those that it started. */
export function PipelinePanel(props: PipelinePanelProps) {
  const { account, project, job, pipeline, query, onGo } = props;
  const go = useGo();
  const own = usePipelineJobs(project, pipeline).data;
  const started = useDownstream(project, pipeline);
  const { jobs, below } = useMemo(() => withBelow(own, allBelow(started)), [own, started]);
  const search = usePipelineSearch(account, jobs, (id) => below.get(id)?.project ?? project, query);
  const rows = useMemo(() => hitRows(jobs ?? [], search?.hits ?? new Map()), [jobs, search]);
  const open = (row: HitRow) => {
    const line = row.kind === "hit" ? row.hit.line : null;
    if (row.job.id === job.id) {
      if (line !== null) onGo(line);
      return;
    }
    const search = { panel: "pipeline", ...querySearch(query) };
    const of = below.get(row.job.id)?.project ?? project;
    go(hrefs.job(account, of, row.job.id, search, line === null ? "" : `L${line + 1}`));
  };
  return (
    <SidePanel title={`Jobs of pipeline #${pipeline}`} onClose={props.onClose}>
      {search === null ? (
        <EmptyState
          compact
          icon={Search}
          title="Search all jobs"
          description="A search in this log also covers the logs of the pipeline's other jobs."
        />
      ) : (
        <>
          <output className={cx(layout.small, styles.summary)}>{summaryOf(search)}</output>
          {rows.length === 0 && search.isDone && !search.problem ? (
            <EmptyState
              compact
              icon={SearchX}
              title="No matches"
              description="No matches in the jobs of this pipeline."
            />
          ) : (
            <div className={flow.fill}>
              <VirtualList
                label="Matches in the pipeline's jobs"
                items={rows}
                itemKey={hitRowKey}
                rowHeight={(row) => (row.kind === "job" ? 36 : 26)}
                onOpen={open}
                renderItem={(row) => (
                  <Row row={row} isHere={row.job.id === job.id} below={below.get(row.job.id)} />
                )}
              />
            </div>
          )}
        </>
      )}
    </SidePanel>
  );
}

/** Returns the jobs of a pipeline and of those below it, and where each of the latter is; no jobs before the first are known. */
function withBelow(own: readonly Job[] | undefined, all: readonly Downstream[]) {
  const below = new Map<number, Below>();
  const further = all.flatMap((each) => {
    if (each.project === null) return [];
    for (const { id } of each.jobs) below.set(id, { pipeline: each.pipeline.id, project: each.project });
    return each.jobs;
  });
  return { jobs: own && [...own, ...further], below };
}

interface RowProps {
  readonly row: HitRow;
  readonly isHere: boolean;
  /** The pipeline of a job that is not of the searched one itself. */
  readonly below: Below | undefined;
}

function Row({ row, isHere, below }: RowProps) {
  const { job } = row;
  if (row.kind === "job") {
    const { lines, problem } = row.hits;
    return (
      <div className={styles.job}>
        <StatusIcon status={job.status} allowFailure={job.allow_failure} size={14} />
        <span className={layout.title}>{job.name}</span>
        <span className={layout.small}>#{job.id}</span>
        {isHere ? <span className={styles.here}>this job</span> : null}
        {below ? <span className={layout.small}>in pipeline #{below.pipeline}</span> : null}
        <span className={cx(flow.end, layout.small)}>
          {problem ? problem.message : lines.toLocaleString("en")}
        </span>
      </div>
    );
  }
  if (row.kind === "more") {
    return (
      <div className={cx(layout.note, styles.more)}>
        {row.count.toLocaleString("en")} more lines. Open the job to see them.
      </div>
    );
  }
  const { line, text, ranges } = row.hit;
  return (
    <div className={styles.hit}>
      <span className={styles.number}>{line + 1}</span>
      <span className={styles.text}>
        <LineText spans={[{ text }]} matches={ranges} />
      </span>
    </div>
  );
}

function summaryOf({ hits, isDone, problem }: PipelineSearch): string {
  if (problem) return problem;
  const found = [...hits.values()];
  const matches = found.reduce((sum, part) => sum + part.matches, 0);
  const jobs = found.filter(({ lines }) => lines > 0).length;
  const many = `${matches.toLocaleString("en")} ${matches === 1 ? "match" : "matches"} in ${jobs} ${jobs === 1 ? "job" : "jobs"}`;
  return isDone ? many : `Searching… ${many}`;
}

/** A row of the hits in a pipeline's jobs. */
type HitRow =
  | { readonly kind: "job"; readonly job: Job; readonly hits: TraceHits }
  | { readonly kind: "hit"; readonly job: Job; readonly hit: TraceHit }
  | { readonly kind: "more"; readonly job: Job; readonly count: number };

/** Returns the rows of all jobs with hits, or that could not be searched, in the order of the jobs. */
export function hitRows(jobs: readonly Job[], hits: ReadonlyMap<number, TraceHits>): HitRow[] {
  return jobs.flatMap((job): HitRow[] => {
    const found = hits.get(job.id);
    if (!found || (found.lines === 0 && !found.problem)) return [];
    const left = found.lines - found.hits.length;
    return [
      { kind: "job", job, hits: found },
      ...found.hits.map((hit): HitRow => ({ kind: "hit", job, hit })),
      ...(left > 0 ? [{ kind: "more", job, count: left } as const] : []),
    ];
  });
}

export const hitRowKey = (row: HitRow): string =>
  row.kind === "hit" ? `${row.job.id} ${row.hit.line}` : `${row.kind} ${row.job.id}`;

interface PipelineSearch {
  /** By job. */
  readonly hits: ReadonlyMap<number, TraceHits>;
  readonly isDone: boolean;
  readonly problem: string | null;
}

/** Milliseconds without a key after which all jobs are searched. */
const restMs = 300;
const nothing: PipelineSearch = { hits: new Map(), isDone: false, problem: null };
/** The last results, which stay when a hit opens another job. */
const last = { key: "", found: nothing };

/** Searches the logs of jobs for a query; null while there is none. */
function usePipelineSearch(
  account: string,
  jobs: readonly Job[] | undefined,
  projectOf: (job: number) => string,
  { text, regex, matchCase, word }: TraceQuery,
): PipelineSearch | null {
  const ids = jobs?.filter(hasLog).map(({ id }) => id) ?? [];
  const key = JSON.stringify([account, ids, text, regex, matchCase, word]);
  const [found, setFound] = useState(last);
  const sourcesNow = useEffectEvent(() =>
    ids.map((jobId) => ({ accountId: account, project: projectOf(jobId), jobId })),
  );
  const isReady = jobs !== undefined && text !== "";
  useEffect(() => {
    if (!isReady || (last.key === key && last.found.isDone)) return;
    const controller = new AbortController();
    const show = (next: PipelineSearch) => {
      if (controller.signal.aborted) return;
      Object.assign(last, { key, found: next });
      setFound({ key, found: next });
    };
    const timer = setTimeout(() => {
      const hits = new Map<number, TraceHits>();
      const onHit = (part: TraceHits) => {
        hits.set(part.source.jobId, part);
        show({ hits: new Map(hits), isDone: false, problem: null });
      };
      searchTraces(sourcesNow(), { text, regex, matchCase, word }, onHit, controller.signal).then(
        () => show({ hits, isDone: true, problem: null }),
        (error: unknown) =>
          show({ hits, isDone: true, problem: error instanceof Error ? error.message : String(error) }),
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, isReady, text, regex, matchCase, word]);
  if (!isReady) return null;
  return found.key === key ? found.found : last.key === key ? last.found : nothing;
}

/** Returns whether a job may have a log. */
const hasLog = ({ started_at, erased_at }: Job): boolean => started_at != null && erased_at == null;
