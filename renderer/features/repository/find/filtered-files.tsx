import { describeProblem } from "../../../api/describe-problem.ts";
import { openTab } from "../../../state/tabs.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FileIcon } from "../../../ui/file-icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { useGo } from "../../addresses/use-go.ts";
import { folderOf, nameOf } from "../paths.ts";
import { filesHref } from "../repository-hrefs.ts";
import type { Repository } from "../use-repository.ts";
import styles from "./find.module.css";
import { useFileSearch } from "./use-file-search.ts";

interface FilteredFilesProps {
  readonly repository: Repository;
  readonly filter: string;
  readonly path: string;
}

/** Files of the whole tree that match the filter, best first. */
export function FilteredFiles({ repository, filter, path }: FilteredFilesProps) {
  const go = useGo();
  const { matches, loading, error, retry } = useFileSearch(repository, filter, true);
  if (error) return <ErrorState compact {...describeProblem(error)} onRetry={retry} />;
  if (!matches && loading) return <Skeleton lines={8} label="Reading the tree" />;
  return (
    <VirtualList
      label="Matching files"
      items={matches?.matches ?? []}
      itemKey={(match) => match.path}
      rowHeight={26}
      selectedKey={path}
      renderItem={(match) => (
        <span className={styles.filtered} title={match.path}>
          <FileIcon name={match.path} />
          <bdi>{nameOf(match.path)}</bdi>
          <bdi className={styles.filteredFolder}>{folderOf(match.path)}</bdi>
        </span>
      )}
      onOpen={(match, _, { newTab }) => {
        const href = filesHref(repository, repository.ref, match.path);
        if (newTab) openTab(href, { background: true });
        else go(href);
      }}
    />
  );
}
