import { ListTree, Search } from "lucide-react";
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import type { DiffSummary, LineRef, OpenDiff } from "../../../shared/diff/diff-types.ts";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import type { DiffState } from "../../ui/diff/diff-tools.tsx";
import type { DiffViewHandle } from "../../ui/diff/diff-view.tsx";
import { type ChangeQuery, emptyQuery } from "./change-search.tsx";

type Summaries = readonly (DiffSummary | undefined)[];

/** State of a page with a list of changed files and their diff. */
export interface DiffPanesState {
  readonly view: RefObject<DiffViewHandle | null>;
  /** The comparison as the engine opened it. */
  readonly open: OpenDiff | null;
  readonly onOpen: (open: OpenDiff | null) => void;
  /** By file; undefined where a file has not been read yet. */
  readonly summaries: Summaries;
  readonly onSummaries: (summaries: Summaries) => void;
  /** Index of the file that is read. */
  readonly file: number;
  readonly onFile: (index: number) => void;
  readonly diff: DiffState;
  readonly onState: (state: DiffState) => void;
  /** Whether the list of files is shown. */
  readonly hasList: boolean;
  readonly onList: (shown: boolean) => void;
  /** Query that decides which files are shown; see `parseFileFilter`. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly searching: boolean;
  readonly onSearching: (searching: boolean) => void;
  readonly query: ChangeQuery;
  readonly onQuery: (query: ChangeQuery) => void;
  readonly find: RegExp | null;
  readonly onFind: (pattern: RegExp | null) => void;
  readonly reading: { readonly ignoreWhitespace: boolean };
  readonly onIgnoreWhitespace: (ignores: boolean) => void;
  readonly scrollToFile: (index: number) => void;
  readonly showLine: (line: LineRef) => void;
}

const unread: DiffState = { allClosed: false, isNarrow: false };

/** Returns the state of a page with a list of changed files and their diff, for `DiffPanes`. */
export function useDiffPanes(): DiffPanesState {
  const view = useRef<DiffViewHandle>(null);
  const [open, onOpen] = useState<OpenDiff | null>(null);
  const [summaries, setSummaries] = useState<Summaries>([]);
  const [file, setFile] = useState(0);
  const [diff, setDiff] = useState(unread);
  const [hasList, onList] = useState(true);
  const [filter, onFilter] = useState("");
  const [searching, onSearching] = useState(false);
  const [query, onQuery] = useState(emptyQuery);
  const [find, onFind] = useState<RegExp | null>(null);
  const [ignoreWhitespace, onIgnoreWhitespace] = useState(false);
  // The list beside the diff may update later than its lines.
  const onSummaries = useCallback((next: Summaries) => startTransition(() => setSummaries(next)), []);
  const onFile = useCallback((index: number) => startTransition(() => setFile(index)), []);
  const onState = useCallback((next: DiffState) => startTransition(() => setDiff(next)), []);
  const scrollToFile = useCallback((index: number) => view.current?.scrollToFile(index), []);
  const showLine = useCallback((line: LineRef) => void view.current?.showLine(line), []);
  const reading = useMemo(() => ({ ignoreWhitespace }), [ignoreWhitespace]);
  return {
    ...{
      view,
      open,
      onOpen,
      summaries,
      onSummaries,
      file,
      onFile,
      diff,
      onState,
      hasList,
      onList,
      filter,
      onFilter,
    },
    ...{ searching, onSearching, query, onQuery, find, onFind, reading, onIgnoreWhitespace },
    ...{ scrollToFile, showLine },
  };
}

const noCommands: readonly Command[] = [];

/** Registers the search and the list of a diff as commands, while they are shown. */
export function useDiffPaneCommands(shown: boolean, panes: DiffPanesState): void {
  const toggleList = useEffectEvent(() => panes.onList(!panes.hasList));
  const search = useEffectEvent(() => panes.onSearching(true));
  const commands = useMemo(
    (): readonly Command[] => [
      {
        id: "review.tree",
        title: "Show or hide the file tree",
        section: "Review",
        icon: ListTree,
        run: () => toggleList(),
      },
      {
        id: "review.search",
        title: "Search in the change",
        section: "Review",
        icon: Search,
        run: () => search(),
      },
    ],
    [],
  );
  useRegisterCommands(shown ? commands : noCommands);
}
