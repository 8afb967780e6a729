import { Link, useParams } from "@tanstack/react-router";
import { FolderTree, GitCommitHorizontal, GitMerge } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommit, getCommitDiff } from "../../../shared/api/resources/commits.ts";
import { diffFileOf } from "../../../shared/diff/diff-file.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useExport } from "../../features/export/use-export.ts";
import { changePreferences, usePreferences } from "../../state/preferences.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { CommitActions, PickDialog, type PickKind } from "./cherry-pick/commit-actions.tsx";
import { CommitComments } from "./comments/commit-comments.tsx";
import { useLineComments } from "./comments/use-line-comments.tsx";
import { CommitPipelines } from "./commit-pipelines.tsx";
import { CommitRefs } from "./commit-refs.tsx";
import { CommitStatuses } from "./commit-statuses.tsx";
import styles from "./commits.module.css";
import { ExportCommit } from "./export-commit.tsx";

/** Milliseconds for which an answer that a commit's hash names is taken as it is. */
const unchanging = Number.POSITIVE_INFINITY;

/** One commit: its message, who made it and when, its parents, and what it changed. */
export function CommitView() {
  const { project, sha } = useParams({ strict: false }) as { project: string; sha: string };
  const commit = useOperation(getCommit, { id: project, sha }, { staleTime: unchanging });
  // Kept here: what stands above the changes is drawn anew when they come.
  const [picking, setPicking] = useState<PickKind | null>(null);
  const { exporting, start, end } = useExport("Export changes…", "Commit");
  if (commit.isPending) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={8} height={22} label="Loading the commit" />
      </div>
    );
  }
  if (!commit.data) {
    return <ErrorState {...describeProblem(commit.error)} onRetry={() => void commit.refetch()} />;
  }
  return (
    <div className={styles.page}>
      <div className={styles.diff}>
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
    { staleTime: unchanging },
  );
  const mode = usePreferences((state) => state.diff);
  const files = useMemo(() => (diff.data ?? []).map((entry) => diffFileOf(entry)), [diff.data]);
  const [commenting, setCommenting] = useState(false);
  const { account } = useParams({ strict: false }) as { account: string };
  const { inserts, onPick } = useLineComments(account, project, commit.id, files);
  const head = (
    <CommitHead {...{ commit, project, onPicking, onExport }}>
      <CommitComments project={project} sha={commit.id} open={commenting} onOpen={setCommenting} />
    </CommitHead>
  );
  if (diff.isPending) {
    return (
      <>
        {head}
        <div className={styles.loading}>
          <Skeleton lines={10} height={18} label="Loading the changes" />
        </div>
      </>
    );
  }
  if (diff.error && !diff.data) {
    return (
      <>
        {head}
        <ErrorState {...describeProblem(diff.error)} onRetry={() => void diff.refetch()} />
      </>
    );
  }
  if (files.length === 0) {
    return (
      <>
        {head}
        <EmptyState
          icon={GitMerge}
          title="No changes"
          description={
            commit.parent_ids.length > 1
              ? "This merge has no changes that its first parent does not have."
              : "This commit changed no file."
          }
        />
      </>
    );
  }
  return (
    <DiffView
      label={`Changes of ${commit.short_id}`}
      files={files}
      engine={diffEngine}
      mode={mode}
      onMode={(next) => {
        changePreferences({ diff: next }).catch((error: unknown) =>
          toast.error("The layout could not be kept", { description: describeProblem(error).message }),
        );
      }}
      before={head}
      inserts={inserts}
      onPick={onPick}
    />
  );
}

interface CommitHeadProps extends ChangesProps {
  readonly children: ReactNode;
}

function CommitHead({ commit, project, onPicking, onExport, children }: CommitHeadProps) {
  const { account } = useParams({ strict: false }) as { account: string };
  const params = { account, project };
  const body = commit.message.slice(commit.title.length).trim();
  return (
    <>
      <PageHeader
        title={commit.title || "(no message)"}
        icon={commit.parent_ids.length > 1 ? GitMerge : GitCommitHorizontal}
        meta={
          <>
            <Avatar name={commit.author_name} size={18} /> {commit.author_name}{" "}
            <span>&lt;{commit.author_email}&gt;</span> · authored{" "}
            <RelativeTime time={commit.authored_date ?? commit.created_at ?? 0} />
            {commit.committer_name && commit.committer_name !== commit.author_name ? (
              <>
                {" "}
                · committed by{" "}
                <span {...(commit.committer_email ? { title: commit.committer_email } : {})}>
                  {commit.committer_name}
                </span>{" "}
                <RelativeTime time={commit.committed_date ?? 0} />
              </>
            ) : null}
          </>
        }
        actions={
          <>
            <CommitActions onAsk={onPicking} onExport={onExport} />
            <Button asChild>
              <Link to="/a/$account/p/$project/files" params={params} search={{ ref: commit.id }}>
                <Icon of={FolderTree} /> Browse files
              </Link>
            </Button>
          </>
        }
      />
      {body ? <pre className={styles.message}>{body}</pre> : null}
      <dl className={styles.facts}>
        <div>
          <dt>Commit</dt>
          <dd>
            <code>{commit.id}</code>
            <CopyButton text={commit.id} label="Copy the commit's hash" />
          </dd>
        </div>
        <div>
          <dt>{commit.parent_ids.length === 1 ? "Parent" : "Parents"}</dt>
          <dd>
            {commit.parent_ids.length === 0 ? "none: the first commit" : null}
            {commit.parent_ids.map((parent) => (
              <Link key={parent} to="/a/$account/p/$project/commits/$sha" params={{ ...params, sha: parent }}>
                <code>{parent.slice(0, 8)}</code>
              </Link>
            ))}
          </dd>
        </div>
        {commit.stats ? (
          <div>
            <dt>Lines</dt>
            <dd className={styles.stats}>
              <span className={styles.added}>+{commit.stats.additions.toLocaleString()}</span>
              <span className={styles.removed}>−{commit.stats.deletions.toLocaleString()}</span>
            </dd>
          </div>
        ) : null}
        <CommitPipelines account={account} project={project} sha={commit.id} last={commit.last_pipeline} />
        <CommitStatuses project={project} sha={commit.id} />
        <CommitRefs project={project} sha={commit.id} />
      </dl>
      {children}
    </>
  );
}
