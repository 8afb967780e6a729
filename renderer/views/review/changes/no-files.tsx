import { FileDiff } from "lucide-react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import type { Changes } from "./use-changes.ts";

/** The empty state of the changes: loading, no changes, or an error. `between` two versions or in one. */
export function NoFiles({ changes, between }: { readonly changes: Changes; readonly between: boolean }) {
  if (changes.pending) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={12} height={20} label="Loading the changes" />
      </div>
    );
  }
  if (changes.error) return <ErrorState {...describeProblem(changes.error)} onRetry={changes.refetch} />;
  return (
    <EmptyState
      icon={FileDiff}
      title={between ? "No changes between these versions" : "No changes"}
      description={othersText(changes.others) || "Both versions have the same files."}
    />
  );
}

/** Returns a text for the files that a comparison omits. */
export function othersText(others: Changes["others"]): string {
  const rebase = others.filter(({ why }) => why === "rebase").length;
  const same = others.length - rebase;
  const files = (count: number) => `${count.toLocaleString()} ${count === 1 ? "file" : "files"}`;
  return [
    same > 0 ? `${files(same)} with the same change in both versions` : "",
    rebase > 0 ? `${files(rebase)} that only the target branch changed` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
