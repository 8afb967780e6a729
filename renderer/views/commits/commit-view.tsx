import { useParams } from "@tanstack/react-router";
import { GitCommitHorizontal, GitMerge, MessageSquare } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import {
  type CommitComment,
  createCommitComment,
  getCommit,
  getCommitDiff,
  listCommitComments,
} from "../../../shared/api/resources/commits.ts";
import { type DiffFile, diffFileOf, inTreeOrder } from "../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { EntryError } from "../../features/addresses/entry-error.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import { useDiffAttributes } from "../../features/attributes/use-file-attributes.ts";
import { CommentCard } from "../../features/comments/comment-card.tsx";
import { NewComment } from "../../features/comments/comment-form.tsx";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { useDiffGoal } from "../../features/comparison/use-comparison.ts";
import { DiffPanes } from "../../features/diff-panes/diff-panes.tsx";
import { useDiffPanes } from "../../features/diff-panes/use-diff-panes.ts";
import { ExportDialog, useExportDialog } from "../../features/export/export-dialog.tsx";
import { exportNote, withContentUrls } from "../../features/export/export-parts.ts";
import { useReferenceSources } from "../../features/markdown/reference-sources.ts";
import { filesHref } from "../../features/repository/repository-hrefs.ts";
import { useDraft } from "../../state/drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useTreeOrder } from "../../ui/diff/use-tree-order.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import type { ExportSubject, ExportThread } from "../../workers/export/export-types.ts";
import { PickDialog, type PickKind } from "./commit-actions.tsx";
import { CommitDetails, CommitHead } from "./commit-head.tsx";
import styles from "./commits.module.css";
import { useLineComments } from "./use-line-comments.tsx";

/** Milliseconds: a commit never changes. */
const immutableStaleMs = Number.POSITIVE_INFINITY;

const commitSearch = { ask: anyText };
const pickKinds: readonly PickKind[] = ["cherry-pick", "revert"];

/** The page of one commit. */
export function CommitView() {
  const { account, project, sha } = useParams({ from: "/a/$account/p/$project/commits/$sha" });
  const commit = useOperation(getCommit, { id: project, sha }, { staleTime: immutableStaleMs });
  // A link may ask for it.
  const [{ ask }, changeAddress] = useAddressSearch(commitSearch);
  const [chosen, setPicking] = useState<PickKind | null>(null);
  const picking = chosen ?? pickKinds.find((kind) => kind === ask) ?? null;
  const endPicking = () => {
    setPicking(null);
    changeAddress({ ask: undefined });
  };
  // The address may have a branch or a tag instead of the hash.
  useRouteName(commit.data?.title || undefined);
  const { exporting, start, end } = useExportDialog("Export changes…", "Commit");
  if (commit.isPending) {
    return (
      <div className={layout.page}>
        <PageHeader title={`Commit ${sha.slice(0, 8)}`} icon={GitCommitHorizontal} />
        <div className={layout.padded}>
          <Skeleton lines={8} height={22} label="Loading the commit" />
        </div>
      </div>
    );
  }
  if (!commit.data) {
    return (
      <EntryError
        error={commit.error}
        entry={`Commit ${sha.slice(0, 8)}`}
        list={{ label: "Commits", href: hrefs.project(account, project, "commits") }}
        onRetry={() => void commit.refetch()}
      />
    );
  }
  return (
    <div className={layout.page}>
      <Changes commit={commit.data} project={project} onPicking={setPicking} onExport={start} />
      {picking ? (
        <PickDialog kind={picking} commit={commit.data} project={project} onClose={endPicking} />
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
  const panes = useDiffPanes();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const files = useMemo(() => inTreeOrder((diff.data ?? []).map((entry) => diffFileOf(entry))), [diff.data]);
  const [commenting, setCommenting] = useState(false);
  const account = useAccountId();
  const { inserts, onPick } = useLineComments(account, project, commit.id, files);
  const goal = useDiffGoal(files);
  const attributes = useDiffAttributes(project, commit.id);
  const order = useTreeOrder(files);
  return (
    <>
      <CommitHead
        {...{ commit, project, onPicking, onExport }}
        tools={<div ref={setSlot} className={flow.inline} />}
      />
      <DiffPanes
        panes={panes}
        slot={slot}
        label={`Changes of ${commit.short_id}`}
        files={files}
        order={order}
        attributes={attributes}
        pending={diff.isPending}
        listWidth={300}
        details={
          <CommitDetails commit={commit} project={project}>
            <CommitComments project={project} sha={commit.id} open={commenting} onOpen={setCommenting} />
          </CommitDetails>
        }
        instead={files.length === 0 ? <NoFiles commit={commit} diff={diff} /> : undefined}
        inserts={inserts}
        onPick={onPick}
        goal={goal}
      />
    </>
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

interface ExportCommitProps {
  readonly commit: Commit;
  readonly project: string;
  readonly onClose: () => void;
}

/** Exports one commit with the comments on it; its patch keeps author, date and message. */
function ExportCommit({ commit, project, onClose }: ExportCommitProps) {
  const account = useAccountId();
  const input = { id: project, sha: commit.id, per_page: 100 };
  const diff = useOperationAll(getCommitDiff, input, { staleTime: Number.POSITIVE_INFINITY });
  const comments = useOperationAll(listCommitComments, input);
  const failed = [diff, comments].find(({ isLoadingError }) => isLoadingError);
  const subject = useMemo((): ExportSubject | null => {
    if (!diff.data || !comments.data) return null;
    const date = commit.authored_date ?? commit.created_at ?? "";
    const scope = { account, project, base: commit.parent_ids[0], head: commit.id };
    const files = diff.data.map((entry) => withContentUrls(scope, diffFileOf(entry)));
    return {
      kind: "Commit",
      title: commit.title || "(no message)",
      reference: commit.short_id,
      project,
      url: commit.web_url ?? null,
      description: commit.message.slice(commit.title.length).trim(),
      details: [
        ["Author", `${commit.author_name} <${commit.author_email}>`],
        [
          "Date",
          date ? new Date(date).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }) : "unknown",
        ],
        ["Commit", commit.id],
      ],
      // A merge has no single parent that its patch could apply to.
      mail:
        commit.parent_ids.length > 1 || !date
          ? null
          : {
              sha: commit.id,
              author: commit.author_name,
              email: commit.author_email,
              date,
              message: commit.message || commit.title,
            },
      patchable: true,
      commit: commit.id,
      files,
      threads: comments.data.map((comment) => threadOf(comment, files)),
    };
  }, [account, commit, project, diff.data, comments.data]);
  return <ExportDialog subject={subject} failed={failed} onClose={onClose} />;
}

function threadOf(comment: CommitComment, files: readonly DiffFile[]): ExportThread {
  const { path, line, line_type } = comment;
  const file = path
    ? files.findIndex(({ old_path, new_path }) => path === new_path || path === old_path)
    : -1;
  return {
    at: file < 0 ? null : { file, side: line_type === "old" ? "old" : "new", line: line ?? 0 },
    notes: [exportNote({ ...comment, body: comment.note })],
    resolved: false,
    outdated: false,
  };
}

interface CommitCommentsProps {
  readonly project: string;
  readonly sha: string;
  /** Whether the form is open; the state of the parent, which mounts this again once the changes are loaded. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Comments on a commit and the form for another one, whose text is a draft on disk. */
function CommitComments({ project, sha, open, onOpen: setOpen }: CommitCommentsProps) {
  const account = useAccountId();
  const comments = useOperationAll(listCommitComments, { id: project, sha, per_page: 100 });
  const sources = useReferenceSources(project);
  const write = useWrite(createCommitComment);
  const draftKey = `commit-comment ${JSON.stringify([account, project, sha])}`;
  const hasDraft = useDraft(draftKey).text !== "";
  useEffect(() => {
    if (hasDraft) setOpen(true);
  }, [hasDraft, setOpen]);
  const list = comments.data ?? [];
  return (
    <Section
      title="Comments"
      className={styles.comments ?? ""}
      actions={
        open ? undefined : (
          <Button size="s" icon={MessageSquare} onClick={() => setOpen(true)}>
            Comment
          </Button>
        )
      }
    >
      {list.map((comment) => (
        <CommentCard
          key={`${comment.created_at} ${comment.author?.id} ${comment.note.slice(0, 80)}`}
          author={comment.author}
          time={comment.created_at}
          meta={
            comment.path ? (
              <CommentedLine
                account={account}
                project={project}
                sha={sha}
                comment={comment}
                path={comment.path}
              />
            ) : null
          }
        >
          <CommentText text={comment.note} />
        </CommentCard>
      ))}
      {open ? (
        <NewComment
          draftKey={draftKey}
          sources={sources}
          onSend={(note) => write({ id: project, sha, note })}
          onClose={() => setOpen(false)}
          autoFocus
        />
      ) : null}
    </Section>
  );
}

interface CommentedLineProps {
  readonly account: string;
  readonly project: string;
  readonly sha: string;
  readonly comment: CommitComment;
  readonly path: string;
}

/** The line that a comment is on, with a link to it; a line before the commit has none. */
function CommentedLine({ account, project, sha, comment: { line, line_type }, path }: CommentedLineProps) {
  const name = (
    <code>
      {path}:{line}
    </code>
  );
  return line_type === "old" ? (
    name
  ) : (
    <AppLink href={filesHref({ account, project }, sha, path, `L${line ?? 1}`)}>{name}</AppLink>
  );
}
