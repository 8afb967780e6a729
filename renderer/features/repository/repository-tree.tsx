import { useMemo, useState } from "react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { FileTree } from "../file-tree/file-tree.tsx";
import { entryKind } from "./entry-kind.ts";
import { foldersOf } from "./paths.ts";
import { filesHref } from "./repository-hrefs.ts";
import { useFolders } from "./use-folder.ts";
import type { Repository } from "./use-repository.ts";

interface RepositoryTreeProps {
  readonly repository: Repository;
  /** Path that the main part shows. */
  readonly path: string;
}

/** The repository's folders and files; folders are fetched as they are opened. */
export function RepositoryTree({ repository, path }: RepositoryTreeProps) {
  const { account, project, commit, ref } = repository;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(foldersOf(path)));
  const [active, setActive] = useState(path);
  // The tree follows navigation elsewhere.
  const [shown, setShown] = useState(path);
  if (shown !== path) {
    setShown(path);
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
        [...read].map(([folder, { entries, error, retry }]) => [
          folder,
          { entries: entries?.map((entry) => ({ ...entry, kind: entryKind(entry) })), error, retry },
        ]),
      ),
    [read],
  );
  return (
    <FileTree
      label="Files"
      {...{ folders, open, path, active }}
      onOpen={setOpen}
      onActive={setActive}
      hrefOf={(entry) => filesHref(repository, ref, entry.path)}
      urlOf={(entry) =>
        entry.type === "blob"
          ? operationUrl(account, getRawFile, { id: project, file_path: entry.path, ref: commit.id })
          : null
      }
    />
  );
}
