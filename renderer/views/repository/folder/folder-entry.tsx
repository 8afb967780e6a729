import { listCommits } from "../../../../shared/api/resources/commits.ts";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { PendingMark } from "../../../features/pending-edits/pending-mark.tsx";
import { entryKind } from "../../../features/repository/entry-kind.ts";
import { commitHref, fileHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import type { ChangeKind } from "../../../state/pending-changes.ts";
import { cx } from "../../../ui/class-names.ts";
import { prepareReadEditor } from "../../../ui/code/spare-editor.ts";
import { FileIcon } from "../../../ui/file-icon.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import styles from "./folder.module.css";

interface FolderEntryProps {
  readonly repository: Repository;
  readonly entry: TreeEntry;
  /** Kind of its pending change, or that there is one below it. */
  readonly pending: ChangeKind | "within" | undefined;
  /** Pixels from the list's top. */
  readonly top: number;
}

/** A line of a folder. Its last commit is requested when it scrolls into view, and cached. */
export function FolderEntry({ repository, entry, pending, top }: FolderEntryProps) {
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
    <li className={styles.entry} style={{ transform: `translateY(${top}px)` }}>
      <span className={styles.entryName}>
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
            className={cx(layout.ellipsis, layout.muted, styles.entryCommit)}
            href={commitHref(repository, commit.id)}
            title={commit.title}
          >
            {commit.title}
          </AppLink>
          <span className={styles.entryTime}>
            <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
          </span>
        </>
      ) : null}
    </li>
  );
}
