import { ArrowRight, Ban, Equal, Trash2 } from "lucide-react";
import type { Optional } from "../../../shared/optional.ts";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import bulkStyles from "./bulk.module.css";

/** A line of a dry run. */
export interface PlannedLine
  extends Optional<{
    /** Text before the number; `#` where it is left out. */
    sign: string;
    /** Whether the change is a deletion. */
    deletes: boolean;
  }> {
  /** Unique among the lines. */
  readonly key: string | number;
  /** Number of the thing, shown beside its name; null for none. */
  readonly id: number | null;
  readonly name: string;
  readonly verdict: "change" | "same" | "blocked";
  /** Change, or the reason why there is none. */
  readonly text: string;
}

const marks = {
  delete: { icon: Trash2, label: "Will be deleted" },
  change: { icon: ArrowRight, label: "Changes" },
  same: { icon: Equal, label: "Stays the same" },
  blocked: { icon: Ban, label: "Cannot be changed" },
} as const;
/** Pixels of a row. */
const rowHeight = 32;
/** Pixels of a longer list: it cuts a row in half, which says that it scrolls. */
const maxHeight = 306;
const rank = { blocked: 1, change: 0, same: 2 } as const;

interface PlanListProps
  extends Optional<{ /** Whether the lines are steps that follow each other. */ isSequence: boolean }> {
  readonly plan: readonly PlannedLine[];
  /** The words for those that change, such as "will be deleted". */
  readonly outcome: string;
}

/** The dry run, line by line: first what changes, then what cannot and why, then what stays. */
export function PlanList({ plan, outcome, isSequence = false }: PlanListProps) {
  if (plan.length === 0) return null;
  const count = (verdict: PlannedLine["verdict"]) => plan.filter((row) => row.verdict === verdict).length;
  const change = count("change");
  const blocked = count("blocked");
  const same = count("same");
  const rows = isSequence ? plan : plan.toSorted((a, b) => rank[a.verdict] - rank[b.verdict]);
  return (
    <section aria-label="What will happen">
      <p className={bulkStyles.summary} role="status">
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
          itemKey={({ key }) => key}
          rowHeight={rowHeight}
          renderItem={(row) => <PlanLine row={row} />}
        />
      </div>
    </section>
  );
}

function PlanLine({ row: { id, sign = "#", name, verdict, text, deletes } }: { readonly row: PlannedLine }) {
  const mark = verdict === "change" && deletes ? "delete" : verdict;
  return (
    <div className={bulkStyles.line} data-verdict={mark}>
      <Icon of={marks[mark].icon} size={14} label={marks[mark].label} />
      <span className={cx(layout.ellipsis, bulkStyles.name)}>
        <bdi>{name}</bdi>
        {id === null ? null : (
          <span className={layout.muted}>
            {" "}
            {sign}
            {id}
          </span>
        )}
      </span>
      <span className={cx(layout.ellipsis, bulkStyles.effect)} title={text}>
        {text}
      </span>
    </div>
  );
}
