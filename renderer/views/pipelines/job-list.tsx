import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useSelectableList } from "../../features/bulk/use-selectable-list.ts";
import { jobsText } from "../../features/ci/count-texts.ts";
import { actionsOf } from "../../features/ci/job-actions.ts";
import { openTab } from "../../state/tabs.ts";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { useRowSelection } from "../../ui/row-selection.ts";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { JobBulkBar } from "./job-bulk-bar.tsx";
import { GroupHead, JobRow } from "./job-row.tsx";
import type { JobListRow } from "./job-rows.ts";

interface JobListProps {
  readonly account: string;
  readonly project: string;
  readonly rows: readonly JobListRow[];
  /** Whether the user may retry, cancel, run and erase. */
  readonly mayAct: boolean;
  /** Filter of the jobs, where they have one. */
  readonly scope?: string;
  readonly onEnd?: () => void;
}

export const jobRowHeight = 46;
const heights = { head: 36, job: jobRowHeight } as const;

/** Jobs in groups; Space, Shift and Ctrl select several for bulk actions. */
export function JobList({ account, project, rows, mayAct, scope = "", onEnd }: JobListProps) {
  const router = useRouter();
  const jobRows = useMemo(() => rows.filter((row) => row.kind === "job"), [rows]);
  const order = useMemo(() => jobRows.map(({ key }) => key), [jobRows]);
  const selection = useRowSelection(order);
  const list = useSelectableList({
    rows,
    selection,
    all: jobsText(order.length),
    keysOf: (row) => (row.kind === "job" ? [row.key] : row.jobs.map(({ id }) => id)),
    isHeading: ({ kind }) => kind === "head",
  });
  const chosen = jobRows
    .filter(({ key }) => selection.selected.has(key))
    .map(({ key, job, isReplaced }) => ({
      entry: { key, account, project, job },
      actions: mayAct ? actionsOf(job, isReplaced) : [],
    }));
  return (
    <div className={flow.fillColumn}>
      <VirtualList
        label="Jobs"
        role="list"
        className={layout.list ?? ""}
        items={rows}
        scope={scope}
        itemKey={(row) => row.key}
        rowHeight={(row) => heights[row.kind]}
        {...list}
        onOpen={(row, _, { newTab }) => {
          if (row.kind !== "job") return;
          const href = hrefs.job(account, project, row.job.id);
          if (newTab) openTab(href);
          else router.history.push(href);
        }}
        {...(onEnd ? { onEnd } : {})}
        renderItem={(row) =>
          row.kind === "head" ? (
            <GroupHead {...{ account, project }} group={row.group} jobs={row.jobs} />
          ) : (
            <JobRow {...{ account, project, row, mayAct, selection }} />
          )
        }
      />
      <JobBulkBar {...{ chosen, selection }} textOf={({ job }) => job.stage ?? ""} />
    </div>
  );
}
