import { FilePen, FilePlus2, FileQuestionMark, FileSymlink, Undo2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { branchOf, shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { isDocument } from "../../features/file-preview/document-kind.ts";
import { DocumentMode } from "../../features/file-preview/document-mode.tsx";
import { PendingBar } from "../../features/pending-edits/pending-bar.tsx";
import { usePendingFiles, withAdded } from "../../features/pending-edits/pending-files.tsx";
import { type MenuEntry, useEntryMenu } from "../../features/repository/entry-menu.tsx";
import {
  editHref,
  type FileMode,
  filesHref,
  historyHref,
  type RepositoryScope,
} from "../../features/repository/repository-hrefs.ts";
import { foldersOf } from "../../features/repository/repository-paths.ts";
import type { FileEdits } from "../../features/repository/use-file-edits.tsx";
import { type RepositoryAtRef, useFolder } from "../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import type { ChangeKind } from "../../state/edits.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { readLineRange } from "../../ui/code/line-range.ts";
import { pickFiles } from "../../ui/forms/pick-files.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { Breadcrumbs } from "../../ui/panes/breadcrumbs.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import type { ChangeAddress } from "./file/blob-content.tsx";
import { BlobView } from "./file/blob-view.tsx";
import fileStyles from "./file/file.module.css";
import { AddMenu, ArchiveMenu, FolderView } from "./folder-view.tsx";
import styles from "./repository.module.css";

const SubmoduleEntry = lazy(async () => ({
  default: (await import("./submodule/submodule-entry.tsx")).SubmoduleEntry,
}));

interface PathContentProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly hash: string;
  readonly mode: FileMode | null;
  readonly edits: FileEdits | null;
  /** Shows and hides the tree. */
  readonly toggle: ReactNode;
  readonly onAddress: ChangeAddress;
  /** Shows a file beside the open one. */
  readonly onBeside: (path: string) => void;
}

/** A folder or file with its path and actions. */
export function PathContent(props: PathContentProps) {
  const { repository, path, hash, mode, edits, toggle, onAddress, onBeside } = props;
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
  const draft = kinds.get(path);
  // The notice of a draft goes with it.
  useLostFocus(draft, () => document.getElementById("main"));
  // Path of the last file that turned out not to be text.
  const [notText, setNotText] = useState<string | null>(null);
  const isText = notText !== path;
  // A link to lines is a link to the source.
  const rendered = isRenderable && mode === null && readLineRange(hash) === null;
  const where = folder ? path : folderOf(path);
  const kind = folder ? "folder" : entry?.type === "commit" ? "submodule" : "file";
  // Parts of the head for what is known once the file is read. The head itself stays while one is opened after another.
  const [meta, setMeta] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <div className={layout.page} data-folder={where}>
      <PendingBar account={repository.account} project={repository.project}>
        {draft && edits ? (
          <DraftNotice repository={repository} path={path} edits={edits} kind={draft} />
        ) : null}
      </PendingBar>
      <PageHeader
        mark={toggle}
        {...pathHeader(repository, repository.ref, path)}
        state={entry?.mode === "100755" ? <Badge title="Mode 100755">Executable</Badge> : null}
        meta={folder ? null : <span ref={setMeta} className={styles.slot} />}
        tools={
          <>
            {isRenderable ? (
              <DocumentMode
                value={rendered ? "rendered" : "source"}
                onChange={(next) => onAddress("", next === "source" ? next : null, true)}
              />
            ) : null}
            {folder ? (
              <ArchiveMenu repository={repository} folder={where} />
            ) : (
              <span ref={setTools} className={styles.slot} />
            )}
            <FileMenu
              repository={repository}
              edits={edits}
              onBeside={onBeside}
              entry={{ path, kind, committed: isCommitted, pending: draft !== undefined, hash }}
            />
          </>
        }
        actions={
          folder && edits ? (
            <AddMenu repository={repository} folder={where} edits={edits} />
          ) : file && edits ? (
            <EditButton repository={repository} path={path} edits={edits} isText={isText} />
          ) : null
        }
      />
      {folder ? (
        <div className={flow.viewport}>
          <FolderView key={path} repository={repository} path={path} edits={edits} />
        </div>
      ) : entry?.type === "commit" ? (
        <Suspense fallback={<Skeleton lines={4} label="Loading the submodule" />}>
          <SubmoduleEntry repository={repository} path={path} commit={entry.id} />
        </Suspense>
      ) : entry && isCommitted ? (
        <BlobView
          repository={repository}
          path={path}
          entry={entry}
          hash={hash}
          rendered={rendered}
          isBlamed={mode === "blame"}
          edits={edits}
          onAddress={onAddress}
          onText={(text) => setNotText(text ? null : path)}
          slots={{ meta, tools }}
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

function Missing({ repository, path }: { readonly repository: RepositoryAtRef; readonly path: string }) {
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

interface FileMenuProps {
  readonly repository: RepositoryAtRef;
  readonly edits: FileEdits | null;
  readonly onBeside: (path: string) => void;
  readonly entry: MenuEntry;
}

/** The actions on the open file or folder. */
function FileMenu({ repository, edits, onBeside, entry }: FileMenuProps) {
  const { itemsOf, dialog } = useEntryMenu(repository, edits, { isOpen: true, onBeside });
  return (
    <>
      <MoreMenu of={entry.kind === "folder" ? "this folder" : "this file"} size="s">
        {itemsOf(entry)}
      </MoreMenu>
      {dialog}
    </>
  );
}

/** Returns the header of a path: its name, and the folders below the project that lead to it. */
export function pathHeader(scope: RepositoryScope, ref: string | undefined, path: string) {
  const root = nameOf(scope.project);
  const items = (path ? ["", ...foldersOf(path)] : []).map((folder) => ({
    key: folder,
    content: (
      <AppLink href={filesHref(scope, ref, folder)}>
        <bdi>{nameOf(folder) || root}</bdi>
      </AppLink>
    ),
  }));
  return {
    place: items.length > 0 && <Breadcrumbs label="Path" leads items={items} />,
    title: <bdi title={path}>{nameOf(path) || root}</bdi>,
  };
}

interface DraftNoticeProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly kind: ChangeKind;
  readonly edits: FileEdits;
}

const texts = {
  created: "You have a draft of this new file.",
  updated: "You have a draft of this file. The committed version is shown.",
  mode: "You have a draft that changes this file's mode.",
  moved: "You have a draft that moves this file here.",
  deleted: "You have a draft that deletes or moves this file.",
} satisfies Record<ChangeKind, string>;

/** Notice that the open file has a pending change, which the view does not show. */
function DraftNotice({ repository, path, kind, edits }: DraftNoticeProps) {
  return (
    <span className={fileStyles.draft} role="note" aria-label="Draft">
      <span>{texts[kind]}</span>
      {kind === "deleted" ? null : (
        <Button asChild size="s">
          <AppLink href={editHref(repository, repository.ref, path)}>Continue editing</AppLink>
        </Button>
      )}
      <Button size="s" variant="ghost" icon={Undo2} onClick={() => edits.discard(path)}>
        Discard
      </Button>
    </span>
  );
}

interface EditButtonProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly edits: FileEdits;
  /** Whether the file is text that the editor opens; else another file replaces it. */
  readonly isText: boolean;
}

/** Edits the open file, or replaces what the editor cannot open. */
function EditButton({ repository, path, edits, isText }: EditButtonProps) {
  const go = useGo();
  const replace = async () => {
    const [file] = await pickFiles();
    if (file) await edits.replace(path, file);
  };
  const edit = () => go(editHref(repository, repository.ref, path));
  const onClick = () => void (isText ? edit() : replace());
  useRegisterCommands([
    {
      id: "repository.edit",
      title: isText ? "Edit file" : "Replace file…",
      section: "Repository",
      icon: isText ? FilePen : FileSymlink,
      run: onClick,
    },
  ]);
  const icon = isText ? FilePen : FileSymlink;
  const label = isText ? "Edit" : "Replace file…";
  // The path has the room of the word.
  return useMedia("(width < 480px)") ? (
    <IconButton icon={icon} label={label} onClick={onClick} size="s" variant="default" />
  ) : (
    <Button icon={icon} onClick={onClick} size="s">
      {label}
    </Button>
  );
}
