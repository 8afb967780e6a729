import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import type { StagedJob } from "../ci/group-jobs.ts";
import styles from "./graph.module.css";
import type { Box, GraphNode } from "./graph-geometry.ts";

/** State that several jobs add up to: a mark, and words for it. */
export interface GroupState {
  readonly icon: ReactNode;
  readonly words: string;
}

/** Props of the content of a job's box. */
export interface JobBoxProps<J extends StagedJob> {
  readonly node: GraphNode<J>;
  /** Whether the box is the tab stop. */
  readonly isFocused: boolean;
  readonly onFocus: () => void;
}

interface GraphBoxProps<J extends StagedJob> extends JobBoxProps<J> {
  readonly box: Box;
  readonly isLit: boolean;
  readonly onPoint: (isOver: boolean) => void;
  readonly onToggle: () => void;
  readonly renderJob: (props: JobBoxProps<J>) => ReactNode;
  readonly groupState: (jobs: readonly J[]) => GroupState;
}

/** A box of the graph: a job, or a button that shows the jobs of a group. */
export function GraphBox<J extends StagedJob>(props: GraphBoxProps<J>) {
  const { node, box, isLit, isFocused, onFocus, onPoint, renderJob } = props;
  return (
    <li
      className={styles.box}
      style={box}
      data-lit={isLit}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
    >
      {node.isGroup ? <GroupButton {...props} /> : renderJob({ node, isFocused, onFocus })}
    </li>
  );
}

function GroupButton<J extends StagedJob>({
  node,
  isFocused,
  onFocus,
  onToggle,
  groupState,
}: GraphBoxProps<J>) {
  const jobs = node.entries.map(({ job }) => job);
  const { icon, words } = groupState(jobs);
  return (
    <button
      type="button"
      className={styles.main}
      data-focused={isFocused}
      tabIndex={isFocused ? 0 : -1}
      aria-expanded={node.isExpanded}
      aria-label={`${node.name}: ${jobs.length} jobs, ${words}`}
      onFocus={onFocus}
      onClick={onToggle}
    >
      {icon}
      <span className={cx(layout.ellipsis, styles.name)} title={node.name}>
        {node.name}
      </span>
      <span className={styles.count}>{jobs.length}</span>
      <Icon of={node.isExpanded ? ChevronDown : ChevronRight} size={14} />
    </button>
  );
}
