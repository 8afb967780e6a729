import { listCommits } from "../../../../shared/api/resources/commits.ts";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { entryKind } from "../../../features/repository/entry-kind.ts";
import { commitHref, filesHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { prepareReadEditor } from "../../../ui/code/spare-editor.ts";
import { FileIcon } from "../../../ui/file-icon.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import styles from "./folder.module.css";

interface FolderEntryProps {
  readonly repository: Repository;
  readonly entry: TreeEntry;
  /** Pixels from the list's top. */
  readonly top: number;
}

/** A line of a folder. Its last commit is requested when it scrolls into view, and cached. */
export function FolderEntry({ repository, entry, top }: FolderEntryProps) {
  const last = useOperation(
    listCommits,
    { id: repository.project, ref_name: repository.commit.id, path: entry.path, per_page: 1 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const commit = last.data?.[0];
  const kind = entryKind(entry);
  return (
    <li className={styles.entry} style={{ transform: `translateY(${top}px)` }}>
      <span className={styles.entryName}>
        <FileIcon name={entry.name} kind={kind} />
        <AppLink
          href={filesHref(repository, repository.ref, entry.path)}
          title={entry.name}
          onPointerEnter={kind === "file" ? () => void prepareReadEditor().catch(() => undefined) : undefined}
        >
          <bdi>{entry.name}</bdi>
        </AppLink>
      </span>
      {commit ? (
        <>
          <AppLink
            className={styles.entryCommit}
            href={commitHref(repository, commit.id)}
            title={commit.title}
          >
            {commit.title}
          </AppLink>
          <span className={styles.entryTime}>
            <RelativeTime time={commit.committed_date ?? commit.created_at ?? 0} />
          </span>
        </>
      ) : null}
    </li>
  );
}
