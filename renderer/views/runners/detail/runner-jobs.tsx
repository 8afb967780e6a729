import { useState } from "react";
import { listRunnerJobs, type RunnerDetail } from "../../../../shared/api/resources/runners.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { ElapsedTime } from "../../../features/ci/elapsed-time.tsx";
import { PagedList } from "../../../features/paged-list/list-states.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import pane from "../../../ui/lists/table-pane.module.css";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { RunnerJobLink } from "../table/cells.tsx";
import styles from "./panel.module.css";

interface RunnerJobsProps {
  readonly account: string;
  readonly runner: RunnerDetail;
}

const scopes = [
  { value: "all", label: "All" },
  { value: "running", label: "Running" },
  { value: "success", label: "Passed" },
  { value: "failed", label: "Failed" },
  { value: "canceled", label: "Canceled" },
] as const;
type Scope = (typeof scopes)[number]["value"];

/** The jobs that a runner took, newest first, page by page. */
export function RunnerJobs({ account, runner }: RunnerJobsProps) {
  const [scope, setScope] = useState<Scope>("all");
  const list = useOperationPages(
    listRunnerJobs,
    {
      id: runner.id,
      per_page: 50,
      order_by: "id",
      sort: "desc",
      status: scope === "all" ? undefined : scope,
    },
    { keepPrevious: true },
  );
  return (
    <>
      <div className={pane.sections}>
        <SegmentedControl label="Jobs to show" value={scope} onChange={setScope} options={scopes} />
      </div>
      <PagedList
        label="Jobs of the runner"
        list={list}
        items={list.items}
        mark={16}
        empty={
          <div className={pane.panelBody}>
            <p className={cx(layout.muted, styles.none)}>
              {scope === "all" ? "No jobs yet" : "No matching jobs"}
            </p>
          </div>
        }
        itemKey={({ id }) => id}
        rowHeight={48}
        renderItem={(job) => (
          <div className={styles.job}>
            <StatusIcon status={job.status} allowFailure={job.allow_failure} />
            <div className={styles.jobText}>
              <RunnerJobLink
                account={account}
                job={{
                  id: job.id,
                  name: job.name,
                  status: job.status,
                  project: job.project?.path_with_namespace ?? null,
                  startedAt: job.started_at ?? null,
                  finishedAt: job.finished_at ?? null,
                }}
              />
              <span className={layout.meta}>
                {[job.project?.path_with_namespace, job.ref].filter(Boolean).join(" · ")}
              </span>
            </div>
            <div className={styles.jobTimes}>
              <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
              {job.created_at ? <RelativeTime time={job.started_at ?? job.created_at} /> : null}
            </div>
          </div>
        )}
      />
    </>
  );
}
