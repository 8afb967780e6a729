import { CaseSensitive, ListFilter, Regex, WholeWord, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TraceQuery, TraceSearchState } from "../../../../shared/trace-types.ts";
import type { LineReader } from "../../../api/traces/line-reader.ts";
import { prepareSearch } from "../../../api/traces/prepare-traces.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { querySearch, type WorkbenchAddress } from "../address/use-workbench-address.ts";
import { StepButtons } from "../log/step-buttons.tsx";
import styles from "./log-search.module.css";

interface SearchBarProps {
  readonly search: LogSearch;
  /** Element in which the query is typed. */
  readonly ref: Ref<HTMLDivElement>;
  /** Moves the focus back to the log. */
  readonly onLeave: () => void;
}

/**
 * Finds text in the whole log as it is typed: Enter and Shift+Enter go to the next and previous match. What was found is
 * said over the log, so that neither the head nor the log moves.
 */
export function SearchBar({ search, ref, onLeave }: SearchBarProps) {
  const { query, change } = search;
  const problem = search.state?.problem;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      search.step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (query.text) search.clear();
      onLeave();
    }
  };
  return (
    <search
      ref={ref}
      className={styles.search}
      aria-label="In the log"
      onFocus={prepareSearch}
      onKeyDown={onKeyDown}
    >
      <SearchField
        className={styles.field}
        label="Find in log"
        placeholder="Find in log"
        aria-invalid={problem !== undefined}
        value={query.text}
        onChange={(text) => change({ text })}
      />
      <div className={styles.results} data-empty={query.text === ""}>
        <QueryOptions query={query} onChange={change} />
        {query.text ? (
          <>
            <output className={styles.count} data-problem={problem !== undefined} title={problem}>
              {problem ?? countText(search)}
            </output>
            <StepButtons of="match" onStep={search.step} />
            <IconButton
              label="Matches only"
              icon={ListFilter}
              size="s"
              pressed={search.isOnly}
              onClick={() => search.setOnly(!search.isOnly)}
            />
            <IconButton label="Clear search" icon={X} size="s" onClick={search.clear} />
          </>
        ) : null}
      </div>
    </search>
  );
}

interface QueryOptionsProps {
  readonly query: TraceQuery;
  readonly onChange: (change: Partial<TraceQuery>) => void;
}

/** Case, whole words and regular expressions. */
function QueryOptions({ query, onChange }: QueryOptionsProps) {
  return (
    <span className={styles.options}>
      <IconButton
        label="Match case"
        icon={CaseSensitive}
        size="s"
        pressed={query.matchCase}
        onClick={() => onChange({ matchCase: !query.matchCase })}
      />
      <IconButton
        label="Match whole word"
        icon={WholeWord}
        size="s"
        pressed={query.word}
        onClick={() => onChange({ word: !query.word })}
      />
      <IconButton
        label="Regular expression"
        icon={Regex}
        size="s"
        pressed={query.regex}
        onClick={() => onChange({ regex: !query.regex })}
      />
    </span>
  );
}

function countText({ state, rank }: LogSearch): string {
  if (!state) return "Searching…";
  const { matches, lines, done } = state;
  const many = matches.toLocaleString("en");
  if (!done) return matches > 0 ? `${many} so far` : "Searching…";
  if (matches === 0) return "No matches";
  const inLines =
    lines === matches ? "" : ` in ${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"}`;
  if (rank === null) return `${many} ${matches === 1 ? "match" : "matches"}${inLines}`;
  return `${(rank + 1).toLocaleString("en")} of ${lines.toLocaleString("en")}${lines === matches ? "" : " lines"}`;
}

export interface LogSearch {
  readonly query: TraceQuery;
  change(change: Partial<TraceQuery>): void;
  clear(): void;
  /** Null without a query or before its first results. */
  readonly state: TraceSearchState | null;
  /** Query that was searched; differs from `query` for a moment after a key. */
  readonly searched: string;
  /** The line that the search is at, from 0. */
  readonly line: number | null;
  /** Its index among the lines with matches, from 0. */
  readonly rank: number | null;
  /** Jumps to the next or previous line with a match, wrapping around. */
  step(direction: 1 | -1): void;
  /** Hides lines without a match. */
  readonly isOnly: boolean;
  setOnly(isOnly: boolean): void;
}

interface LogSearchOptions {
  readonly trace: LineReader;
  readonly address: WorkbenchAddress;
  /** The line at which the search for the first match starts, from 0. */
  readonly startLine: () => number;
  /** Scrolls to a line. */
  readonly onLine: (line: number) => void;
}

/** Milliseconds without a key after which the query is in the address. */
const addressMs = 400;

/** Searches a log: its matches, and the current one. */
export function useLogSearch({ trace, address, startLine, onLine }: LogSearchOptions): LogSearch {
  const [query, setQuery] = useState(address.query);
  const found = useSearchState(trace, query);
  const searched = found ? JSON.stringify(found.query) : "";
  const [at, setAt] = useState<{ readonly searched: string; readonly line: number } | null>(null);
  const line = at && at.searched === searched ? at.line : null;
  const latest = useRef({ startLine, onLine, line, found, searched });
  latest.current = { startLine, onLine, line, found, searched };
  useQueryInAddress(query, address);

  const goTo = useCallback((next: number | null) => {
    if (next === null) return;
    setAt({ searched: latest.current.searched, line: next });
    latest.current = { ...latest.current, line: next };
    latest.current.onLine(next);
  }, []);
  const lastStep = useRef<Promise<unknown>>(Promise.resolve());
  const stepNow = useCallback(
    async (direction: 1 | -1) => {
      const { found, line, startLine } = latest.current;
      const count = found?.state.lines ?? 0;
      if (count === 0) return;
      const from = line ?? startLine() - (direction === 1 ? 1 : 0);
      const next = await trace.nextMatch(from, direction === -1);
      goTo(next ?? (await trace.matchLines(direction === 1 ? 0 : count - 1, 1))[0] ?? null);
    },
    [trace, goTo],
  );
  // Keys may be pressed faster than the host responds: each step starts where the one before ended.
  const step = useCallback(
    (direction: 1 | -1): void => {
      lastStep.current = lastStep.current.then(() => stepNow(direction)).catch(() => undefined);
    },
    [stepNow],
  );
  // The first match as soon as there is one; further typing finds another.
  const hasMatch = (found?.state.lines ?? 0) > 0;
  const began = useRef(query.text === "" ? "" : JSON.stringify(query));
  useEffect(() => {
    // A query from the address keeps its position.
    if (!hasMatch || began.current === searched) return;
    began.current = "";
    step(1);
  }, [hasMatch, searched, step]);
  const rank = useRank(trace, searched, line);
  return useMemo(
    () => ({
      query,
      change: (change) => setQuery((before) => ({ ...before, ...change })),
      clear: () => {
        setQuery((before) => ({ ...before, text: "" }));
        address.change({ only: undefined });
      },
      state: found?.state ?? null,
      searched,
      line,
      rank,
      step,
      isOnly: address.isOnly && query.text !== "",
      setOnly: (isOnly) => address.change({ only: isOnly ? "1" : undefined }),
    }),
    [query, found, searched, line, rank, step, address],
  );
}

function useQueryInAddress(query: TraceQuery, { change }: WorkbenchAddress): void {
  const written = useRef(query);
  useEffect(() => {
    if (written.current === query) return;
    const timer = setTimeout(() => {
      written.current = query;
      change(querySearch(query));
    }, addressMs);
    return () => clearTimeout(timer);
  }, [query, change]);
}

/** The index of a line among those with matches. Lines before it were searched already, so that it does not change. */
function useRank(trace: LineReader, searched: string, line: number | null): number | null {
  const [found, setFound] = useState<{ readonly key: string; readonly rank: number } | null>(null);
  const key = `${line} ${searched}`;
  useEffect(() => {
    if (line === null) return;
    let isLatest = true;
    trace.matchRank(line).then(
      (rank) => isLatest && rank !== null && setFound({ key, rank }),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [trace, key, line]);
  return found?.key === key ? found.rank : null;
}

/** A search with its query. */
interface FoundMatches {
  readonly query: TraceQuery;
  readonly state: TraceSearchState;
}

/** Searches a log at each key, new lines included; the next key ends that search. Null without a query. */
function useSearchState(trace: LineReader, query: TraceQuery): FoundMatches | null {
  const [found, setFound] = useState<FoundMatches | null>(null);
  const { text, regex, matchCase, word } = query;
  useEffect(() => {
    if (text === "") return setFound(null);
    const wanted = { text, regex, matchCase, word };
    const controller = new AbortController();
    const onState = (state: TraceSearchState) =>
      controller.signal.aborted || setFound({ query: wanted, state });
    trace.search(wanted, onState, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [trace, text, regex, matchCase, word]);
  return found;
}
