import { GitPullRequest } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { ListScope } from "./list-input.ts";
import { useHasNone } from "./state-counts.tsx";

interface NoMergeRequestsProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly onAllStates: () => void;
}

/** An empty list without a filter: none is open, or there is none at all. */
export function NoMergeRequests({ listScope, owner, onAllStates }: NoMergeRequestsProps) {
  const hasNone = useHasNone(listScope, owner);
  return (
    <EmptyState
      icon={GitPullRequest}
      title={hasNone ? "No merge requests yet" : "No open merge requests"}
      description="Push a branch, then open a merge request."
      actions={hasNone ? undefined : <Button onClick={onAllStates}>Show all states</Button>}
    />
  );
}
