import { ChevronDown, ChevronUp, Regex } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "../buttons/button.tsx";
import { SearchField } from "../forms/text-field.tsx";
import { useFetchedRows } from "../lists/use-fetched-rows.ts";
import { useVirtualRows } from "../scroller/use-virtual-rows.ts";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import layout from "../theme/layout.module.css";
import { CodeLine } from "./code-line.ts";
import styles from "./large-text-view.module.css";
import { extendRange, type LineRange } from "./line-range.ts";

interface LargeTextViewProps {
  readonly source: LineSource;
  readonly label: string;
  readonly range?: LineRange | null;
  readonly onRange?: (range: LineRange | null) => void;
}

/** A text of any length to read and search: only visible lines exist. Ctrl/Cmd+F searches. */
export function LargeTextView({ source, label, range = null, onRange }: LargeTextViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [regex, setRegex] = useState(false);
  const search = useLineSearch(source, query, regex);
  const rows = useVirtualRows(scroller, { count: source.lines, rowHeight: 20, overscan: 40 });
  const line = useFetchedRows(source.readLines, rows.view.from, rows.view.to);
  const match = search.matches[search.current];
  const { show } = rows;
  useEffect(() => {
    if (match) show(match.line);
  }, [match, show]);
  const start = range?.from;
  useEffect(() => {
    if (start) show(start - 1);
  }, [start, show]);
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
      event.preventDefault();
      field.current?.querySelector("input")?.focus();
    } else if (event.key === "F3" || (event.key === "Enter" && event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      search.step(event.shiftKey ? -1 : 1);
    }
  };
  return (
    // Keys of the search work wherever the focus is inside.
    <section className={styles.frame} aria-label={label} onKeyDown={onKeyDown}>
      <div ref={field} className={styles.bar}>
        <SearchField
          className={styles.find}
          label="Find in this file"
          placeholder="Find"
          value={query}
          onChange={setQuery}
          error={search.problem ?? undefined}
        />
        <IconButton
          label="Regular expression"
          icon={Regex}
          size="s"
          pressed={regex}
          onClick={() => setRegex(!regex)}
        />
        <IconButton label="Previous match" icon={ChevronUp} size="s" onClick={() => search.step(-1)} />
        <IconButton label="Next match" icon={ChevronDown} size="s" onClick={() => search.step(1)} />
        <output className={styles.status}>{statusOf(query, search)}</output>
      </div>
      <section ref={scroller} className={styles.scroller} aria-label={`${label}, text`} {...focusable}>
        <div
          ref={rows.sizer}
          className={flow.sizer}
          style={
            {
              minWidth: `calc(${Math.min(source.longest, 20_000)}ch + 10ch)`,
              "--digits": String(source.lines).length,
            } as CSSProperties
          }
        >
          {rows.rows.map((index) => {
            const chosen = range !== null && index + 1 >= range.from && index + 1 <= range.to;
            const marks = search.matches.length > 0 ? marksOf(search.matches, index) : undefined;
            return (
              <div
                key={index}
                className={cx(styles.line, chosen && styles.chosen)}
                style={{ top: rows.topOf(index) }}
              >
                <button
                  type="button"
                  className={styles.number}
                  tabIndex={-1}
                  aria-label={`Line ${index + 1}`}
                  onClick={(event) => onRange?.(extendRange(range, index + 1, event.shiftKey))}
                >
                  {index + 1}
                </button>
                <span className={styles.text}>
                  <CodeLine text={line(index) ?? ""} marks={marks} markClass={layout.match} />
                </span>
              </div>
            );
          })}
        </div>
      </section>
    </section>
  );
}

const focusable = { tabIndex: 0 };

function statusOf(
  query: string,
  { matches, current, searching, problem }: ReturnType<typeof useLineSearch>,
): string {
  if (query === "" || problem) return "";
  if (searching) return "Searching…";
  if (matches.length === 0) return "No matches";
  const many =
    matches.length >= maxLineMatches
      ? `${maxLineMatches.toLocaleString()}+`
      : matches.length.toLocaleString();
  return `${(current + 1).toLocaleString()} of ${many}`;
}

/** Marks of one line among matches that are in order. */
function marksOf(
  matches: readonly { readonly line: number; readonly column: number; readonly length: number }[],
  line: number,
): (readonly [number, number])[] {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  const marks: (readonly [number, number])[] = [];
  for (let i = low; matches[i]?.line === line; i++) {
    const { column = 0, length = 0 } = matches[i] ?? {};
    marks.push([column, column + length]);
  }
  return marks;
}

interface LineSearch {
  readonly matches: readonly LineMatch[];
  /** Index of the current match. */
  readonly current: number;
  readonly searching: boolean;
  /** Reason why the query is invalid, such as an open bracket in a regular expression. */
  readonly problem: string | null;
  step(by: 1 | -1): void;
}

/** Matches beyond which a search stops. */
const maxLineMatches = 10_000;

const nothing: { matches: readonly LineMatch[]; problem: string | null } = { matches: [], problem: null };

/** Searches a source as one types; a newer query ends the one before. */
function useLineSearch(source: LineSource, query: string, regex: boolean): LineSearch {
  const [found, setFound] = useState(nothing);
  const [current, setCurrent] = useState(0);
  const [searching, setSearching] = useState(false);
  // A pattern that took too long, which is not tried again on what is read anew.
  const refused = useRef("");
  useEffect(() => {
    if (refused.current === `${regex} ${query}`) return;
    refused.current = "";
    setCurrent(0);
    if (query === "") {
      setFound(nothing);
      setSearching(false);
      return;
    }
    const controller = new AbortController();
    setSearching(true);
    source.search(query, regex, maxLineMatches, controller.signal).then(
      (matches) => {
        setFound({ matches, problem: null });
        setSearching(false);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof Error && error.name === "TimeLimitError") refused.current = `${regex} ${query}`;
        setFound({ matches: [], problem: error instanceof Error ? error.message : String(error) });
        setSearching(false);
      },
    );
    return () => controller.abort();
  }, [source, query, regex]);
  const count = found.matches.length;
  return {
    ...found,
    current: Math.min(current, Math.max(0, count - 1)),
    searching,
    step: (by) => count > 0 && setCurrent((now) => (now + by + count) % count),
  };
}

/** Lines of a text in a worker. */
interface LineSource {
  readonly lines: number;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Lines `from` to `to` (exclusive), from 0, without their ends. */
  readLines(from: number, to: number, signal?: AbortSignal): Promise<readonly string[]>;
  search(query: string, regex: boolean, limit: number, signal?: AbortSignal): Promise<readonly LineMatch[]>;
}

interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}
