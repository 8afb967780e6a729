import { FilePlus2, FileQuestionMark } from "lucide-react";
import { type ReactNode, useState } from "react";
import { folderOf } from "../../../shared/text/paths.ts";
import { branchOf, shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { useGo } from "../../features/addresses/use-go.ts";
import { isDocument } from "../../features/file-preview/document-kind.ts";
import { DocumentMode } from "../../features/file-preview/document-mode.tsx";
import { PendingBar } from "../../features/pending-edits/pending-bar.tsx";
import { withAdded } from "../../features/pending-edits/pending-files.ts";
import { usePendingFiles } from "../../features/pending-edits/use-pending-files.ts";
import type { FileEdits } from "../../features/repository/edits/use-file-edits.ts";
import { type FileMode, filesHref, historyHref } from "../../features/repository/repository-hrefs.ts";
import { useFolder } from "../../features/repository/use-folder.ts";
import type { Repository } from "../../features/repository/use-repository.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { readLineRange } from "../../ui/code/line-range.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { BlobView } from "./file/blob-view.tsx";
import { DraftNotice } from "./file/draft-notice.tsx";
import { EditButton } from "./file/edit-button.tsx";
import { FileMenu } from "./file/file-menu.tsx";
import { AddMenu, ArchiveMenu } from "./folder/folder-menu.tsx";
import { FolderView } from "./folder/folder-view.tsx";
import { PathCrumbs } from "./path-crumbs.tsx";
import styles from "./repository.module.css";
import { SubmoduleEntry } from "./submodule/submodule-entry.tsx";

interface PathContentProps {
  readonly repository: Repository;
  readonly path: string;
  readonly hash: string;
  readonly mode: FileMode | null;
  readonly edits: FileEdits | null;
  /** Shows and hides the tree. */
  readonly toggle: ReactNode;
}

/** A folder or file with its path and actions. */
export function PathContent({ repository, path, hash, mode, edits, toggle }: PathContentProps) {
  const parent = useFolder(repository, path ? folderOf(path) : null);
  const { kinds, added } = usePendingFiles({
    account: repository.account,
    project: repository.project,
    branch: branchOf(repository.ref),
  });
  const entry = withAdded(parent.data ?? [], folderOf(path), added).find((one) => one.path === path);
  const folder = path === "" || entry?.type === "tree";
  const isCommitted = folder || (entry !== undefined && entry.id !== "");
  const file = entry?.type === "blob" && isCommitted;
  const isRenderable = file && isDocument(path);
  const go = useGo();
  const draft = kinds.get(path);
  // The notice of a draft goes with it.
  useLostFocus(draft, () => document.getElementById("main"));
  // Path of the last file that turned out not to be text.
  const [notText, setNotText] = useState<string | null>(null);
  const isText = notText !== path;
  // A link to lines is a link to the source.
  const rendered = isRenderable && mode === null && readLineRange(hash) === null;
  const where = folder ? path : folderOf(path);
  return (
    <div className={layout.page} data-folder={where}>
      <PendingBar account={repository.account} project={repository.project}>
        {draft && edits ? <DraftNotice {...{ repository, path, edits }} kind={draft} /> : null}
      </PendingBar>
      <div className={cx(styles.bar, (folder || isRenderable) && styles.crowded)}>
        {toggle}
        <PathCrumbs repository={repository} path={path} />
        {isRenderable ? (
          <DocumentMode
            value={rendered ? "rendered" : "source"}
            onChange={(next) =>
              go(filesHref(repository, repository.ref, path, "", next === "source" ? next : null))
            }
          />
        ) : null}
        {folder && edits ? <AddMenu repository={repository} folder={where} edits={edits} /> : null}
        {folder ? <ArchiveMenu repository={repository} folder={where} /> : null}
        {file && edits ? <EditButton {...{ repository, path, edits }} isText={isText} /> : null}
        <FileMenu
          repository={repository}
          edits={edits}
          entry={{
            path,
            kind: folder ? "folder" : entry?.type === "commit" ? "submodule" : "file",
            committed: isCommitted,
            pending: draft !== undefined,
            hash,
          }}
        />
      </div>
      {folder ? (
        <div className={flow.viewport}>
          <FolderView key={path} repository={repository} path={path} />
        </div>
      ) : entry?.type === "commit" ? (
        <SubmoduleEntry repository={repository} path={path} commit={entry.id} />
      ) : entry && isCommitted ? (
        <BlobView
          {...{ repository, path, entry, hash, rendered }}
          isBlamed={mode === "blame"}
          onText={(text) => setNotText(text ? null : path)}
        />
      ) : entry ? (
        <EmptyState
          icon={FilePlus2}
          title="Not committed yet"
          description="This file is part of your pending changes."
        />
      ) : parent.isPending ? (
        <div className={styles.padded}>
          <Skeleton lines={10} label="Loading" />
        </div>
      ) : parent.error && describeProblem(parent.error).kind !== "missing" ? (
        <ErrorState {...describeProblem(parent.error)} onRetry={() => void parent.refetch()} />
      ) : (
        <Missing repository={repository} path={path} />
      )}
    </div>
  );
}

function Missing({ repository, path }: { readonly repository: Repository; readonly path: string }) {
  return (
    <EmptyState
      icon={FileQuestionMark}
      title={`File not found on ${shortRef(repository.ref)}`}
      description={
        <>
          <code>{path}</code> does not exist on <bdi>{shortRef(repository.ref)}</bdi>. It may have been moved
          or deleted, or exist only on another branch.
        </>
      }
      actions={
        <>
          <Button asChild variant="primary">
            <AppLink href={filesHref(repository, repository.ref, "")}>All files</AppLink>
          </Button>
          <Button asChild>
            <AppLink href={historyHref(repository, repository.ref, path)}>View history</AppLink>
          </Button>
        </>
      }
    />
  );
}
