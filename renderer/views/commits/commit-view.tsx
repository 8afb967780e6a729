import { useParams } from "@tanstack/react-router";
import { GitMerge } from "lucide-react";
import { useMemo, useState } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommit, getCommitDiff } from "../../../shared/api/resources/commits.ts";
import { diffFileOf } from "../../../shared/diff/diff-file.ts";
import { inTreeOrder } from "../../../shared/diff/file-order.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useRouteName } from "../../features/addresses/use-route-name.ts";
import { useDiffGoal } from "../../features/comparison/use-diff-goal.ts";
import { useExportDialog } from "../../features/export/use-export-dialog.ts";
import { saveDiffMode } from "../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../state/preferences.ts";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { PickDialog, type PickKind } from "./cherry-pick/commit-actions.tsx";
import { CommitComments } from "./comments/commit-comments.tsx";
import { useLineComments } from "./comments/use-line-comments.tsx";
import { CommitHead } from "./commit-head.tsx";
import { ExportCommit } from "./export-commit.tsx";

/** Milliseconds: a commit never changes. */
const immutableStaleMs = Number.POSITIVE_INFINITY;

/** The page of one commit. */
export function CommitView() {
  const { project, sha } = useParams({ from: "/a/$account/p/$project/commits/$sha" });
  const commit = useOperation(getCommit, { id: project, sha }, { staleTime: immutableStaleMs });
  const [picking, setPicking] = useState<PickKind | null>(null);
  // The address may have a branch or a tag instead of the hash.
  useRouteName(commit.data?.short_id.slice(0, 8));
  const { exporting, start, end } = useExportDialog("Export changes…", "Commit");
  if (commit.isPending) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={8} height={22} label="Loading the commit" />
      </div>
    );
  }
  if (!commit.data) {
    return <ErrorState {...describeProblem(commit.error)} onRetry={() => void commit.refetch()} />;
  }
  return (
    <div className={layout.page}>
      <div className={flow.fill}>
        <Changes commit={commit.data} project={project} onPicking={setPicking} onExport={start} />
      </div>
      {picking ? (
        <PickDialog kind={picking} commit={commit.data} project={project} onClose={() => setPicking(null)} />
      ) : null}
      {exporting ? <ExportCommit commit={commit.data} project={project} onClose={end} /> : null}
    </div>
  );
}

interface ChangesProps {
  readonly commit: Commit;
  readonly project: string;
  readonly onPicking: (kind: PickKind) => void;
  readonly onExport: () => void;
}

function Changes({ commit, project, onPicking, onExport }: ChangesProps) {
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha: commit.id, per_page: 100 },
    { staleTime: immutableStaleMs },
  );
  const mode = usePreferences((state) => state.diff);
  const files = useMemo(() => inTreeOrder((diff.data ?? []).map((entry) => diffFileOf(entry))), [diff.data]);
  const [commenting, setCommenting] = useState(false);
  const account = useAccountId();
  const { inserts, onPick } = useLineComments(account, project, commit.id, files);
  const goal = useDiffGoal(files);
  return (
    <DiffView
      label={`Changes of ${commit.short_id}`}
      files={files}
      engine={diffEngine}
      mode={mode}
      onMode={saveDiffMode}
      before={
        <CommitHead {...{ commit, project, onPicking, onExport }}>
          <CommitComments project={project} sha={commit.id} open={commenting} onOpen={setCommenting} />
        </CommitHead>
      }
      instead={files.length === 0 ? <NoFiles commit={commit} diff={diff} /> : undefined}
      inserts={inserts}
      onPick={onPick}
      goal={goal}
    />
  );
}

interface NoFilesProps {
  readonly commit: Commit;
  readonly diff: Pick<ReturnType<typeof useOperationAll>, "data" | "error" | "refetch">;
}

/** The reason why a commit shows no files: not loaded yet, not loaded at all, or none changed. */
function NoFiles({ commit, diff }: NoFilesProps) {
  if (diff.data) {
    return (
      <EmptyState
        icon={GitMerge}
        title="No changes"
        description={
          commit.parent_ids.length > 1
            ? "This merge has no changes that its first parent does not have."
            : "This commit changed no files."
        }
      />
    );
  }
  if (diff.error) return <ErrorState {...describeProblem(diff.error)} onRetry={() => void diff.refetch()} />;
  return (
    <div className={layout.padded}>
      <Skeleton lines={10} height={18} label="Loading the changes" />
    </div>
  );
}
