import { Search, SearchX } from "lucide-react";
import { useMemo } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceQuery } from "../../../../shared/trace/trace-types.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { StatusIcon } from "../../../features/ci/status-badge.tsx";
import { usePipelineJobs } from "../../../features/ci/use-pipeline-jobs.ts";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { querySearch } from "../address/use-workbench-address.ts";
import { LineText } from "../log/line-text.ts";
import { SidePanel } from "../log/side-panel.tsx";
import { type HitRow, hitRowKey, hitRows } from "./hit-rows.ts";
import styles from "./pipeline.module.css";
import { type PipelineSearch, usePipelineSearch } from "./use-pipeline-search.ts";

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

/** Search results in the logs of all jobs of the pipeline. */
export function PipelinePanel(props: PipelinePanelProps) {
  const { account, project, job, pipeline, query, onGo } = props;
  const go = useGo();
  const jobs = usePipelineJobs(project, pipeline).data;
  const search = usePipelineSearch({ account, project }, jobs, query);
  const rows = useMemo(() => hitRows(jobs ?? [], search?.hits ?? new Map()), [jobs, search]);
  const open = (row: HitRow) => {
    const line = row.kind === "hit" ? row.hit.line : null;
    if (row.job.id === job.id) {
      if (line !== null) onGo(line);
      return;
    }
    const search = { panel: "pipeline", ...querySearch(query) };
    go(hrefs.job(account, project, row.job.id, search, line === null ? "" : `L${line + 1}`));
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
                renderItem={(row) => <Row row={row} isHere={row.job.id === job.id} />}
              />
            </div>
          )}
        </>
      )}
    </SidePanel>
  );
}

function Row({ row, isHere }: { readonly row: HitRow; readonly isHere: boolean }) {
  const { job } = row;
  if (row.kind === "job") {
    const { lines, problem } = row.hits;
    return (
      <div className={styles.job}>
        <StatusIcon status={job.status} allowFailure={job.allow_failure} size={14} />
        <span className={layout.title}>{job.name}</span>
        <span className={layout.small}>#{job.id}</span>
        {isHere ? <span className={styles.here}>this job</span> : null}
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
