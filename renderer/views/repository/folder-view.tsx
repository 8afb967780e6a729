import { useLocation } from "@tanstack/react-router";
import { BookOpen, Download, FilePlus, FolderOpen, Plus, Upload } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { archiveFormats, getArchive, type TreeEntry } from "../../../shared/api/resources/repository.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { downloadWithNotice } from "../../features/file-preview/download-with-notice.ts";
import { PendingMark, usePendingFiles, withAdded } from "../../features/pending-edits/pending-files.tsx";
import { findReadme } from "../../features/repository/find-readme.ts";
import { commitHref, editHref, fileHref } from "../../features/repository/repository-hrefs.ts";
import { RepositoryMarkdown } from "../../features/repository/repository-markdown.tsx";
import { joinPath } from "../../features/repository/repository-paths.ts";
import { type FileEdits, PathDialog, useTaskEdits } from "../../features/repository/use-file-edits.tsx";
import { entryKind, type RepositoryAtRef, useFolder } from "../../features/repository/use-repository.ts";
import type { ChangeKind } from "../../state/edits.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { prepareReadEditor } from "../../ui/code/load-monaco.ts";
import { useRowDensity } from "../../ui/lists/row-density.ts";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel } from "../../ui/overlays/menu-item.tsx";
import { useVirtualRows } from "../../ui/scroller/use-virtual-rows.ts";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { useBlob } from "./file/use-blob.ts";
import repositoryStyles from "./repository.module.css";

interface FolderViewProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  /** Edits of the branch; null where it may not be edited. */
  readonly edits: FileEdits | null;
}

const rowHeight = 34;
const focusable = { tabIndex: 0 };

/** A folder's entries, each with the last commit that touched it, and its README below. */
export function FolderView({ repository, path, edits }: FolderViewProps) {
  const folder = useFolder(repository, path);
  const scroller = useRef<HTMLElement>(null);
  const { account, project, ref } = repository;
  const pending = usePendingFiles({ account, project, branch: ref });
  const entries = useMemo(
    () => withAdded(folder.data ?? [], path, pending.added),
    [folder.data, path, pending.added],
  );
  const height = useRowDensity()(rowHeight);
  const virtual = useVirtualRows(scroller, { count: entries.length, rowHeight: height, overscan: 6 });
  if (folder.isPending) {
    return (
      <div className={repositoryStyles.loading}>
        <Skeleton lines={10} height={height} mark={16} label="Loading the folder" />
      </div>
    );
  }
  if (folder.error && !folder.data && entries.length === 0) {
    return <ErrorState {...describeProblem(folder.error)} onRetry={() => void folder.refetch()} />;
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={FolderOpen}
        title="Empty folder"
        description={`This folder has no files on ${ref}.`}
      />
    );
  }
  const readme = findReadme(entries);
  return (
    <section
      ref={scroller}
      className={repositoryStyles.scroll}
      aria-label={path || "Root folder"}
      {...focusable}
    >
      <ul ref={virtual.sizer} className={repositoryStyles.entries} aria-label="Entries">
        {virtual.rows.map((row) => {
          const entry = entries[row];
          return entry ? (
            <FolderEntry
              key={entry.path}
              repository={repository}
              entry={entry}
              pending={
                pending.kinds.get(entry.path) ?? (pending.folders.has(entry.path) ? "within" : undefined)
              }
              top={virtual.topOf(row)}
              height={height}
            />
          ) : null;
        })}
      </ul>
      {readme ? <Readme key={readme.path} repository={repository} entry={readme} edits={edits} /> : null}
    </section>
  );
}

interface ReadmeProps extends Omit<FolderViewProps, "path"> {
  readonly entry: TreeEntry;
}

/** A folder's README. */
function Readme({ repository, entry, edits }: ReadmeProps) {
  const hash = useLocation({ select: (location) => location.hash });
  const blob = useBlob(repository, entry.path, entry.id, undefined, 0);
  const onTask = useTaskEdits(repository, edits, entry.path);
  if (blob.state === "failed") return null;
  const content = blob.state === "ready" ? blob.content : null;
  if (content && content.kind !== "text") return null;
  return (
    <section className={repositoryStyles.readme} aria-labelledby="readme">
      <h2 id="readme" className={repositoryStyles.readmeHead}>
        <Icon of={BookOpen} /> {entry.name}
      </h2>
      <div className={repositoryStyles.readmeBody}>
        {content === null ? (
          <Skeleton lines={6} label="Loading the README" />
        ) : isMarkdown(entry.name) ? (
          <RepositoryMarkdown
            repository={repository}
            hash={hash}
            path={entry.path}
            page={folderOf(entry.path)}
            text={content.text}
            onTask={onTask && ((line, isDone) => onTask(content.text, line, isDone))}
          />
        ) : (
          <pre className={repositoryStyles.plain}>{content.text}</pre>
        )}
      </div>
    </section>
  );
}

interface FolderEntryProps {
  readonly repository: RepositoryAtRef;
  readonly entry: TreeEntry;
  /** Kind of its pending change, or that there is one below it. */
  readonly pending: ChangeKind | "within" | undefined;
  /** Pixels from the list's top. */
  readonly top: number;
  readonly height: number;
}

/** A line of a folder. Its last commit is requested when it scrolls into view, and cached. */
function FolderEntry({ repository, entry, pending, top, height }: FolderEntryProps) {
  const last = useOperation(
    listCommits,
    entry.id === ""
      ? null
      : { id: repository.project, ref_name: repository.commit.id, path: entry.path, per_page: 1 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const commit = last.data?.[0];
  const kind = entryKind(entry);
  return (
    <li className={repositoryStyles.entry} style={{ height, transform: `translateY(${top}px)` }}>
      <span className={repositoryStyles.entryName}>
        <FileIcon name={entry.name} kind={kind} />
        <AppLink
          href={fileHref(repository, repository.ref, entry.path, entry.id === "" && kind === "file")}
          title={entry.name}
          onPointerEnter={kind === "file" ? () => void prepareReadEditor().catch(() => undefined) : undefined}
        >
          <bdi>{entry.name}</bdi>
        </AppLink>
        {pending ? <PendingMark kind={pending} /> : null}
      </span>
      {commit ? (
        <>
          <AppLink
            className={cx(layout.ellipsis, layout.muted, repositoryStyles.entryCommit)}
            href={commitHref(repository, commit.id)}
            title={commit.title}
          >
            {commit.title}
          </AppLink>
          <span className={repositoryStyles.entryTime}>
            <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
          </span>
        </>
      ) : null}
    </li>
  );
}

interface AddMenuProps {
  readonly repository: RepositoryAtRef;
  readonly folder: string;
  readonly edits: FileEdits;
}

/** Adds files to a folder: a new one, or uploads. */
export function AddMenu({ repository, folder, edits }: AddMenuProps) {
  const go = useGo();
  const input = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={Plus} size="s">
            Add
          </Button>
        }
      >
        <MenuItem icon={FilePlus} onSelect={() => setNaming(true)}>
          New file
        </MenuItem>
        <MenuItem icon={Upload} onSelect={() => input.current?.click()} description="Or drop them here">
          Upload files
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        className={repositoryStyles.hiddenInput}
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          void edits.upload(folder, [...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {naming ? (
        <PathDialog
          title="New file"
          action="Create"
          initial={joinPath(folder, "")}
          onClose={() => setNaming(false)}
          onDone={(path) => {
            edits.create(path);
            go(editHref(repository, repository.ref, path));
          }}
        />
      ) : null}
    </>
  );
}

/** Archive formats, the most common first. */
const usual = ["zip", "tar.gz"] as const;
const formats = [...usual, ...archiveFormats.filter((format) => !usual.some((one) => one === format))];

/** Downloads all files of the ref, or a folder's, as an archive. */
export function ArchiveMenu({
  repository,
  folder,
}: {
  readonly repository: RepositoryAtRef;
  readonly folder: string;
}) {
  const { account, project, commit, ref } = repository;
  const name = [nameOf(project), shortRef(ref), folder]
    .filter(Boolean)
    .join("-")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} size="s">
          Download
        </Button>
      }
    >
      <MenuLabel>{folder ? `Download ${nameOf(folder)} as` : "Download all files as"}</MenuLabel>
      {formats.map((format) => (
        <MenuItem
          key={format}
          onSelect={() =>
            void downloadWithNotice(
              account,
              getArchive,
              { id: project, sha: commit.id, format, path: folder || undefined },
              `${name}.${format}`,
            )
          }
        >
          {format}
        </MenuItem>
      ))}
    </Menu>
  );
}
