import { useVirtualizer } from "@tanstack/react-virtual";
import { FolderOpen } from "lucide-react";
import { useMemo, useRef } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { withAdded } from "../../../features/pending-edits/pending-files.ts";
import { usePendingFiles } from "../../../features/pending-edits/use-pending-files.ts";
import { findReadme } from "../../../features/repository/find-readme.ts";
import { useFolder } from "../../../features/repository/use-folder.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import repositoryStyles from "../repository.module.css";
import styles from "./folder.module.css";
import { FolderEntry } from "./folder-entry.tsx";
import { Readme } from "./readme.tsx";

interface FolderViewProps {
  readonly repository: Repository;
  readonly path: string;
}

const rowHeight = 34;
const focusable = { tabIndex: 0 };

/** A folder's entries, each with the last commit that touched it, and its README below. */
export function FolderView({ repository, path }: FolderViewProps) {
  const folder = useFolder(repository, path);
  const scroller = useRef<HTMLElement>(null);
  const { account, project, ref } = repository;
  const pending = usePendingFiles({ account, project, branch: ref });
  const entries = useMemo(
    () => withAdded(folder.data ?? [], path, pending.added),
    [folder.data, path, pending.added],
  );
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  if (folder.isPending) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={10} height={rowHeight} mark={16} label="Loading the folder" />
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
      <ul className={styles.entries} style={{ height: virtual.getTotalSize() }} aria-label="Entries">
        {virtual.getVirtualItems().map((item) => {
          const entry = entries[item.index];
          return entry ? (
            <FolderEntry
              key={entry.path}
              repository={repository}
              entry={entry}
              pending={
                pending.kinds.get(entry.path) ?? (pending.folders.has(entry.path) ? "within" : undefined)
              }
              top={item.start}
            />
          ) : null;
        })}
      </ul>
      {readme ? <Readme key={readme.path} repository={repository} entry={readme} /> : null}
    </section>
  );
}
