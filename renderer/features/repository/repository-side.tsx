import { useRouterState } from "@tanstack/react-router";
import { FileSearch, PanelLeft } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import type { TreeEntry } from "../../../shared/api/resources/repository.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { branchOf } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { openTab } from "../../state/tabs.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import pane from "../../ui/panes/side-pane.module.css";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import { useGo } from "../addresses/app-link.tsx";
import { FileTree } from "../file-tree/file-tree.tsx";
import { PendingMark, usePendingFiles, withAdded } from "../pending-edits/pending-files.tsx";
import { RefPicker } from "../ref-picker/ref-picker.tsx";
import { type MenuEntry, useEntryMenu } from "./entry-menu.tsx";
import styles from "./find/find.module.css";
import { useFileSearch } from "./find/go-to-file.tsx";
import { editHref, fileHref, filesHref } from "./repository-hrefs.ts";
import { foldersOf } from "./repository-paths.ts";
import type { FileEdits } from "./use-file-edits.tsx";
import { entryKind, type RepositoryAtRef, useFolders } from "./use-repository.ts";

interface RepositorySideProps {
  readonly repository: RepositoryAtRef;
  /** Path of the open file or folder. */
  readonly path: string;
  readonly edits: FileEdits | null;
  /** Whether files open in the editor. */
  readonly editing?: boolean;
  readonly onRef: (ref: string) => void;
  readonly onFind: () => void;
  readonly onBeside?: (path: string) => void;
}

/** The ref, a filter and the tree of a repository, beside an open file. */
export function RepositorySide(props: RepositorySideProps) {
  const { repository, path, edits, editing = false, onRef, onFind, onBeside } = props;
  const [filter, setFilter] = useState("");
  const { account, project, ref } = repository;
  const { kinds, folders } = usePendingFiles({ account, project, branch: branchOf(ref) });
  const { itemsOf, dialog } = useEntryMenu(repository, edits, { onBeside });
  const toMenuEntry = (entry: TreeEntry): MenuEntry => ({
    path: entry.path,
    kind: entry.type === "tree" ? "folder" : entry.type === "commit" ? "submodule" : "file",
    committed: entry.id !== "",
    pending: kinds.has(entry.path) || folders.has(entry.path),
  });
  return (
    <nav className={pane.side} aria-label="Repository">
      <div className={pane.head}>
        <RefPicker
          project={project}
          current={ref}
          defaultBranch={repository.defaultBranch}
          onChoose={onRef}
        />
        <IconButton label="Go to file" command="repository.go-to-file" icon={FileSearch} onClick={onFind} />
      </div>
      <div className={pane.filter}>
        <SearchField label="Filter files" value={filter} onChange={setFilter} />
      </div>
      <div className={flow.fill}>
        {filter.trim() ? (
          <FilteredFiles
            repository={repository}
            path={path}
            editing={editing}
            filter={filter.trim()}
            onHidden={() => setFilter("")}
          />
        ) : (
          <RepositoryTree
            key={repository.commit.id}
            repository={repository}
            path={path}
            editing={editing}
            menuOf={(entry) => itemsOf(toMenuEntry(entry))}
          />
        )}
      </div>
      {dialog}
    </nav>
  );
}

interface FilteredFilesProps {
  readonly repository: RepositoryAtRef;
  readonly filter: string;
  readonly path: string;
  /** Whether files open in the editor. */
  readonly editing: boolean;
  /** Called when a file was opened elsewhere that the filter hides. */
  readonly onHidden: () => void;
}

/** Files of the whole tree that match the filter, best first. */
function FilteredFiles({ repository, filter, path, editing, onHidden }: FilteredFilesProps) {
  const { account, project, ref } = repository;
  const { kinds } = usePendingFiles({ account, project, branch: ref });
  const go = useGo();
  const { matches, loading, error, retry } = useFileSearch(repository, filter, true);
  // The filter may hide a file that was open before it was typed, but not one that is opened afterwards.
  const lastPath = useRef(path);
  useEffect(() => {
    if (!matches || lastPath.current === path) return;
    lastPath.current = path;
    if (!matches.matches.some((match) => match.path === path)) onHidden();
  }, [matches, path, onHidden]);
  if (error) return <ErrorState compact {...describeProblem(error)} onRetry={retry} />;
  if (!matches && loading) return <Skeleton lines={8} label="Loading the tree" />;
  const mark = (file: string) => {
    const kind = kinds.get(file);
    return kind && <PendingMark kind={kind} />;
  };
  return (
    <VirtualList
      label="Matching files"
      items={matches?.matches ?? []}
      scope={filter}
      itemKey={(match) => match.path}
      rowHeight={26}
      selectedKey={path}
      revealSelected
      renderItem={(match) => (
        <span className={styles.filtered} title={match.path}>
          <FileIcon name={match.path} />
          <bdi>{nameOf(match.path)}</bdi>
          <bdi className={styles.filteredFolder}>{folderOf(match.path)}</bdi>
          {mark(match.path)}
        </span>
      )}
      onOpen={(match, _, { newTab }) => {
        const isDraft = ["created", "moved"].includes(kinds.get(match.path) ?? "");
        const href = fileHref(repository, ref, match.path, editing || isDraft);
        if (newTab) openTab(href, { background: true });
        else go(href);
      }}
    />
  );
}

interface RepositoryTreeProps {
  readonly repository: RepositoryAtRef;
  /** Path that the main part shows. */
  readonly path: string;
  /** Whether files open in the editor, and folders only unfold. */
  readonly editing?: boolean;
  readonly menuOf?: (entry: TreeEntry) => ReactNode;
}

/** The repository's folders and files with the pending changes; folders are fetched as they are opened. */
function RepositoryTree({ repository, path, editing = false, menuOf }: RepositoryTreeProps) {
  const { account, project, commit, ref } = repository;
  const { kinds, added, folders: changed } = usePendingFiles({ account, project, branch: ref });
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(foldersOf(path)));
  const [active, setActive] = useState(path);
  const navigationKey = useRouterState({
    select: ({ location }) => location.state.__TSR_key ?? location.href,
  });
  // The tree follows navigation elsewhere, also to the path that it shows already.
  const [shown, setShown] = useState(`${navigationKey} ${path}`);
  if (shown !== `${navigationKey} ${path}`) {
    setShown(`${navigationKey} ${path}`);
    setActive(path);
    setOpen(new Set([...open, ...foldersOf(path)]));
  }
  const read = useFolders(
    repository,
    useMemo(() => ["", ...open], [open]),
  );
  const folders = useMemo(
    () =>
      new Map(
        [...read].map(([folder, { entries, error, retry }]) => {
          const listed = withAdded(entries ?? [], folder, added);
          // A folder that only pending changes have is not found on the service.
          const known = entries !== undefined || (error !== null && listed.length > 0);
          const nodes = known ? listed.map((entry) => ({ ...entry, kind: entryKind(entry) })) : undefined;
          return [folder, { entries: nodes, error, retry }];
        }),
      ),
    [read, added],
  );
  return (
    <FileTree
      label="Files"
      folders={folders}
      open={open}
      path={path}
      active={active}
      navigationKey={navigationKey}
      onOpen={setOpen}
      onActive={setActive}
      hrefOf={(entry) => {
        if (entry.type !== "blob") return editing ? null : filesHref(repository, ref, entry.path);
        return (editing || entry.id === "" ? editHref : filesHref)(repository, ref, entry.path);
      }}
      urlOf={(entry) =>
        entry.type === "blob" && entry.id !== ""
          ? operationUrl(account, getRawFile, { id: project, file_path: entry.path, ref: commit.id })
          : null
      }
      markOf={(entry) => {
        const kind = kinds.get(entry.path) ?? (changed.has(entry.path) ? "within" : null);
        return kind && <PendingMark kind={kind} />;
      }}
      menuOf={menuOf}
    />
  );
}

interface RepositorySplitProps {
  /** Null where there is no tree. The file stays mounted when it comes and goes. */
  readonly side: ReactNode | null;
  /** The open file, with the button that shows and hides the tree in its tool bar. */
  readonly children: (toggle: ReactNode) => ReactNode;
}

/** A tree beside a file. In a narrow window the tree is a drawer with a button of its own. */
export function RepositorySplit({ side, children }: RepositorySplitProps) {
  const [isHidden, setHidden] = useState(false);
  const isNarrow = useMedia("(width < 700px)");
  const toggle =
    isNarrow || side === null ? null : (
      <IconButton
        size="s"
        label={isHidden ? "Show file tree" : "Hide file tree"}
        icon={PanelLeft}
        pressed={!isHidden}
        onClick={() => setHidden(!isHidden)}
      />
    );
  return (
    <SplitPane
      label="file tree"
      defaultSize={280}
      max={560}
      collapsed={side === null || (isHidden && !isNarrow)}
      first={side}
      second={children(toggle)}
    />
  );
}
