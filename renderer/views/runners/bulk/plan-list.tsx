import { ArrowRight, Ban, Equal } from "lucide-react";
import styles from "../../../features/bulk/bulk.module.css";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { PlannedRow } from "./plan.ts";

const marks = {
  change: { icon: ArrowRight, label: "Changes" },
  same: { icon: Equal, label: "Stays the same" },
  blocked: { icon: Ban, label: "Cannot be changed" },
} as const;
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
      <div className={flow.frame} style={{ height: Math.min(rows.length * 32 + 2, 322) }}>
        <VirtualList
          label="Dry run"
          role="list"
          items={rows}
          itemKey={({ id }) => id}
          rowHeight={32}
          renderItem={({ id, name, verdict, text }) => (
            <div className={styles.line} data-verdict={verdict}>
              <Icon of={marks[verdict].icon} size={14} label={marks[verdict].label} />
              <span className={cx(layout.ellipsis, styles.name)}>
                <bdi>{name}</bdi> <span className={layout.muted}>#{id}</span>
              </span>
              <span className={cx(layout.ellipsis, styles.effect)} title={text}>
                {text}
              </span>
            </div>
          )}
        />
      </div>
    </section>
  );
}
