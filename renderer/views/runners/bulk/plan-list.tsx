import { ArrowRight, Ban, Equal, Trash2 } from "lucide-react";
import styles from "../../../features/bulk/bulk.module.css";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { PlannedRow } from "./plan.ts";

const marks = {
  delete: { icon: Trash2, label: "Will be deleted" },
  change: { icon: ArrowRight, label: "Changes" },
  same: { icon: Equal, label: "Stays the same" },
  blocked: { icon: Ban, label: "Cannot be changed" },
} as const;
/** Pixels of a row, and of a longer list: it cuts a row in half, which says that it scrolls. */
const [rowHeight, maxHeight] = [32, 306];
const rank = { blocked: 1, change: 0, same: 2 } as const;

interface PlanListProps {
  readonly plan: readonly PlannedRow[];
  /** The words for those that change, such as "will be deleted". */
  readonly outcome: string;
}

/** The dry run, line by line: first what changes, then what cannot and why, then what stays. */
export function PlanList({ plan, outcome }: PlanListProps) {
  if (plan.length === 0) return null;
  const count = (verdict: PlannedRow["verdict"]) => plan.filter((row) => row.verdict === verdict).length;
  const [change, blocked, same] = [count("change"), count("blocked"), count("same")];
  const rows = plan.toSorted((a, b) => rank[a.verdict] - rank[b.verdict]);
  return (
    <section aria-label="What will happen">
      <p className={styles.summary} role="status">
        <strong>
          {change.toLocaleString()} {outcome}
        </strong>
        {blocked > 0 ? <span>{blocked.toLocaleString()} cannot</span> : null}
        {same > 0 ? <span>{same.toLocaleString()} stay the same</span> : null}
      </p>
      <div className={flow.frame} style={{ height: Math.min(rows.length * rowHeight + 2, maxHeight) }}>
        <VirtualList
          label="Dry run"
          role="list"
          items={rows}
          itemKey={({ id }) => id}
          rowHeight={rowHeight}
          renderItem={(row) => <PlanLine row={row} />}
        />
      </div>
    </section>
  );
}

function PlanLine({ row: { id, name, verdict, text, step } }: { readonly row: PlannedRow }) {
  const mark = step?.kind === "delete" ? "delete" : verdict;
  return (
    <div className={styles.line} data-verdict={mark}>
      <Icon of={marks[mark].icon} size={14} label={marks[mark].label} />
      <span className={cx(layout.ellipsis, styles.name)}>
        <bdi>{name}</bdi> <span className={layout.muted}>#{id}</span>
      </span>
      <span className={cx(layout.ellipsis, styles.effect)} title={text}>
        {text}
      </span>
    </div>
  );
}
