import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { openTab } from "../../../state/tabs.ts";
import { CodeLine } from "../../../ui/code/code-line.ts";
import { prepareReadEditor } from "../../../ui/code/load-monaco.ts";
import { FilterList } from "../../../ui/lists/filter-list.tsx";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { Dialog, preloadDialog } from "../../../ui/overlays/dialog.tsx";
import { FileIndex, type FileMatches } from "../../../workers/files/file-index.ts";
import { matchFiles } from "../../../workers/files/files-engine.ts";
import { useGo } from "../../addresses/app-link.tsx";
import { inTree } from "../../file-index/in-tree.ts";
import { usePendingFiles } from "../../pending-edits/pending-files.tsx";
import { prefetchBlob } from "../read-blob.ts";
import { fileHref } from "../repository-hrefs.ts";
import { folderQuery, type RepositoryAtRef } from "../use-repository.ts";
import styles from "./find.module.css";

interface GoToFileProps {
  readonly repository: RepositoryAtRef;
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
    const idle = requestIdleCallback(() => void preloadDialog(), { timeout: 500 });
    return () => cancelIdleCallback(idle);
  }, []);
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

/** Milliseconds for which an entry is highlighted before its file is requested. */
const restMs = 40;

/** Prefetches a highlighted file: its folder and its bytes. */
function usePrepareFile(repository: RepositoryAtRef): (item: { readonly id: string }) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ id: path }) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        try {
          const folder = await client.fetchQuery(folderQuery(repository, folderOf(path)));
          const entry = folder.data.find((one) => one.path === path);
          if (entry?.type === "blob") prefetchBlob(repository, entry.id);
        } catch {
          // Opening the file reports the error.
        }
      }, restMs);
    },
    [client, repository],
  );
}

interface FileSearch {
  readonly matches: FileMatches | null;
  readonly loading: boolean;
  readonly error: unknown;
  retry(): void;
}

/** Files of the whole tree and new pending ones that match the query, best first. Requests nothing until `open`. */
export function useFileSearch(repository: RepositoryAtRef, typed: string, open: boolean): FileSearch {
  const [state, setState] = useState<Omit<FileSearch, "retry">>({
    matches: null,
    loading: true,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is tried again on request
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const { account, project, commit } = repository;
    inTree({ account, project, commit: commit.id }, (tree) =>
      matchFiles(tree, typed, 60, controller.signal),
    ).then(
      (matches) => setState({ matches, loading: false, error: null }),
      (error: unknown) => controller.signal.aborted || setState({ matches: null, loading: false, error }),
    );
    return () => controller.abort();
  }, [repository, typed, open, attempt]);
  const { account, project, ref } = repository;
  const { added } = usePendingFiles({ account, project, branch: ref });
  const matches = useMemo(() => withPending(state.matches, added, typed), [state.matches, added, typed]);
  return { ...state, matches, retry: () => setAttempt((count) => count + 1) };
}

/** Returns matches with those among new files, which no commit has yet, first. */
function withPending(found: FileMatches | null, added: readonly string[], typed: string): FileMatches | null {
  if (!found || added.length === 0) return found;
  const own = new FileIndex(added).match(typed, added.length);
  return { ...found, matches: [...own.matches, ...found.matches], total: own.total + found.total };
}
