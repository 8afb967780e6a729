import { useEffect, useRef } from "react";
import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { openTab } from "../../../state/tabs.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FileIcon } from "../../../ui/file-icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { useGo } from "../../addresses/use-go.ts";
import { PendingMark } from "../../pending-edits/pending-mark.tsx";
import { usePendingFiles } from "../../pending-edits/use-pending-files.ts";
import { fileHref } from "../repository-hrefs.ts";
import type { Repository } from "../use-repository.ts";
import styles from "./find.module.css";
import { useFileSearch } from "./use-file-search.ts";

interface FilteredFilesProps {
  readonly repository: Repository;
  readonly filter: string;
  readonly path: string;
  /** Whether files open in the editor. */
  readonly editing: boolean;
  /** Called when a file was opened elsewhere that the filter hides. */
  readonly onHidden: () => void;
}

/** Files of the whole tree that match the filter, best first. */
export function FilteredFiles({ repository, filter, path, editing, onHidden }: FilteredFilesProps) {
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
