import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import type { TreeEntry } from "../../../shared/api/resources/repository.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { FileTree } from "../file-tree/file-tree.tsx";
import { withAdded } from "../pending-edits/pending-files.ts";
import { PendingMark } from "../pending-edits/pending-mark.tsx";
import { usePendingFiles } from "../pending-edits/use-pending-files.ts";
import { entryKind } from "./entry-kind.ts";
import { foldersOf } from "./paths.ts";
import { editHref, filesHref } from "./repository-hrefs.ts";
import { useFolders } from "./use-folder.ts";
import type { Repository } from "./use-repository.ts";

interface RepositoryTreeProps {
  readonly repository: Repository;
  /** Path that the main part shows. */
  readonly path: string;
  /** Whether files open in the editor, and folders only unfold. */
  readonly editing?: boolean;
  readonly menuOf?: (entry: TreeEntry) => ReactNode;
}

/** The repository's folders and files with the pending changes; folders are fetched as they are opened. */
export function RepositoryTree({ repository, path, editing = false, menuOf }: RepositoryTreeProps) {
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
      {...{ folders, open, path, active, navigationKey }}
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
      {...(menuOf ? { menuOf } : {})}
    />
  );
}
