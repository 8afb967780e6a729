import { useEffect, useMemo, useState } from "react";
import { nameOf } from "../../../../shared/text/paths.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { openTab } from "../../../state/tabs.ts";
import { CodeLine } from "../../../ui/code/code-line.ts";
import { prepareReadEditor } from "../../../ui/code/spare-editor.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileIcon } from "../../../ui/file-icon.tsx";
import { FilterList } from "../../../ui/filter-list.tsx";
import { useGo } from "../../addresses/use-go.ts";
import { usePendingFiles } from "../../pending-edits/use-pending-files.ts";
import { fileHref } from "../repository-hrefs.ts";
import type { Repository } from "../use-repository.ts";
import styles from "./find.module.css";
import { useFileSearch } from "./use-file-search.ts";
import { usePrepareFile } from "./use-prepare-file.ts";

interface GoToFileProps {
  readonly repository: Repository;
  /** Whether files open in the editor. */
  readonly editing?: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Called with the path of a file that opens in this tab. */
  readonly onChosen?: (path: string) => void;
}

/** Finds a file of the whole tree by a few letters of its path; `name:12` opens it at a line. */
export function GoToFile({ repository, editing = false, open, onOpenChange, onChosen }: GoToFileProps) {
  const { account, project, ref } = repository;
  const { kinds } = usePendingFiles({ account, project, branch: ref });
  const go = useGo();
  const [query, setQuery] = useState("");
  const { matches, loading, error } = useFileSearch(repository, query, open);
  const prepare = usePrepareFile(repository);
  useEffect(() => {
    if (open) void prepareReadEditor().catch(() => undefined);
    // The field is empty when it opens again.
    else setQuery("");
  }, [open]);
  const items = useMemo(
    () =>
      (matches?.matches ?? []).map(({ path, positions }) => ({
        id: path,
        label: path,
        mark: <FileIcon name={nameOf(path)} />,
        marked: (
          <bdi className={styles.found}>
            <CodeLine text={path} marks={ranges(positions)} markClass={styles.letter} />
          </bdi>
        ),
      })),
    [matches],
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to file" size="l">
      <FilterList
        label="Go to file"
        placeholder="Part of a name or path; :12 for a line"
        size="l"
        query={query}
        onQuery={setQuery}
        items={items}
        onActive={prepare}
        loading={loading}
        problem={problemText(error)}
        footer={
          matches ? (
            <p className={styles.footnote} role="status">
              {matches.total.toLocaleString()} {matches.total === 1 ? "file" : "files"}
            </p>
          ) : null
        }
        onChoose={(item, { newTab }) => {
          const isDraft = ["created", "moved"].includes(kinds.get(item.id) ?? "");
          const lines = matches?.line ? `L${matches.line}` : "";
          const href = fileHref(repository, ref, item.id, editing || isDraft, lines);
          onOpenChange(false);
          if (newTab) return openTab(href);
          go(href);
          onChosen?.(item.id);
        }}
      />
    </Dialog>
  );
}

/** Joins adjacent positions to ranges. */
function ranges(positions: readonly number[]): (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const at of positions) {
    const last = found.at(-1);
    if (last && last[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}
