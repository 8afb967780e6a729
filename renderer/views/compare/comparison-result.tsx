import { GitCompareArrows } from "lucide-react";
import { shortRef } from "../../../shared/text/ref-name.ts";
import type { ComparisonState } from "../../features/comparison/use-comparison.ts";
import { useDiffGoal } from "../../features/comparison/use-diff-goal.ts";
import { saveDiffMode } from "../../features/preferences/save-preferences.ts";
import { StreamingStatus } from "../../features/streamed-diffs/streaming-status.tsx";
import { usePreferences } from "../../state/preferences.ts";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { useTreeOrder } from "../../ui/diff/use-tree-order.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { Commits } from "./comparison-commits.tsx";
import { MergeBase } from "./merge-base.tsx";
import { RemovedCommits } from "./removed-commits.tsx";

interface ResultProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly straight: boolean;
  readonly state: ComparisonState;
}

/** Difference of the compared refs: commits and changed files. */
export function Result({ account, project, from, to, straight, state }: ResultProps) {
  const mode = usePreferences((preferences) => preferences.diff);
  const { comparison, files } = state;
  const order = useTreeOrder(files);
  const goal = useDiffGoal(files);
  const hasNoCommits = comparison?.commits.length === 0;
  const head =
    straight && hasNoCommits ? (
      <RemovedCommits {...{ account, project, from, to }} />
    ) : comparison ? (
      <Commits account={account} project={project} comparison={comparison}>
        {straight ? null : <MergeBase account={account} project={project} from={from} to={to} />}
      </Commits>
    ) : (
      <div className={layout.padded}>
        <Skeleton lines={2} label="Loading commits" />
      </div>
    );
  if (comparison?.compare_same_ref || (!straight && hasNoCommits && files.length === 0)) {
    return (
      <EmptyState
        icon={GitCompareArrows}
        title="Nothing to compare"
        description={
          comparison.compare_same_ref
            ? `${shortRef(from)} and ${shortRef(to)} are the same commit.`
            : `${shortRef(to)} has no commits that ${shortRef(from)} lacks. Swap the sides to compare the other way.`
        }
      />
    );
  }
  if (files.length === 0) return head;
  return (
    <div className={layout.list}>
      <DiffView
        label={`Changes from ${shortRef(from)} to ${shortRef(to)}`}
        files={files}
        order={order}
        isStreaming={state.isStreaming}
        engine={diffEngine}
        mode={mode}
        onMode={saveDiffMode}
        tools={<StreamingStatus changes={state} total={null} />}
        before={head}
        goal={goal}
      />
    </div>
  );
}
