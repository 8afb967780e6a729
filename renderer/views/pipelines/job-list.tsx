import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useMemo, useRef, useState } from "react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { actionsOf } from "../../features/ci/job-actions.ts";
import { announce } from "../../state/announce.ts";
import { openTab } from "../../state/tabs.ts";
import layout from "../../ui/layout.module.css";
import { useRowSelection } from "../../ui/row-selection.ts";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { GroupHead, JobRow } from "./job-row.tsx";
import type { JobListRow } from "./job-rows.ts";
import styles from "./jobs.module.css";

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
  const [active, setActive] = useState(0);
  // The list moves the focus; with Shift the rows between are selected.
  const isExtending = useRef(false);
  const keysOf = (row: JobListRow) => (row.kind === "job" ? [row.key] : row.jobs.map(({ id }) => id));
  const chosen = jobRows
    .filter(({ key }) => selection.selected.has(key))
    .map(({ job, isReplaced }) => ({ job, actions: mayAct ? actionsOf(job, isReplaced) : [] }));
  const onClick = (event: MouseEvent, row: JobListRow) => {
    if (row.kind !== "job" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (event.target instanceof Element && event.target.closest("a, button")) return;
    event.preventDefault();
    if (event.shiftKey) selection.extendTo(row.key);
    else selection.toggle(row.key);
  };
  return (
    <div className={styles.listFrame}>
      <VirtualList
        label="Jobs"
        role="list"
        className={layout.list ?? ""}
        items={rows}
        scope={scope}
        itemKey={(row) => row.key}
        rowHeight={(row) => heights[row.kind]}
        activeIndex={active}
        onActiveChange={(index) => {
          setActive(index);
          const row = rows[index];
          if (isExtending.current && row?.kind === "job") selection.extendTo(row.key);
          isExtending.current = false;
        }}
        onKey={(event, row) => {
          isExtending.current = event.shiftKey && event.key.startsWith("Arrow");
          if (isExtending.current && row.kind === "job") selection.anchorAt(row.key);
          if (event.key === " ") {
            selection.toggle(...keysOf(row));
            return true;
          }
          if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
            selection.selectAll();
            announce(`${order.length} jobs selected`);
            return true;
          }
          if (event.key === "Escape" && selection.selected.size > 0) {
            selection.clear();
            return true;
          }
          return false;
        }}
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
            <JobRow
              {...{ account, project, row, mayAct }}
              isSelected={selection.selected.has(row.key)}
              onSelect={(isRange) => (isRange ? selection.extendTo(row.key) : selection.toggle(row.key))}
              onClick={(event) => onClick(event, row)}
            />
          )
        }
      />
      <BulkBar project={project} chosen={chosen} onClear={selection.clear} />
    </div>
  );
}
