import { ChevronDown, ChevronUp, Regex } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cx } from "../class-names.ts";
import flow from "../flow.module.css";
import { IconButton } from "../icon-button.tsx";
import layout from "../layout.module.css";
import { SearchField } from "../search-field.tsx";
import { useFetchedRows } from "../use-fetched-rows.ts";
import { useScrolledRows } from "../use-scrolled-rows.ts";
import { CodeLine } from "./code-line.ts";
import styles from "./large-text-view.module.css";
import { extendRange, type LineRange } from "./line-range.ts";
import type { LineSource } from "./line-source.ts";
import { maxLineMatches, useLineSearch } from "./use-line-search.ts";

export interface LargeTextViewProps {
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
  const view = useScrolledRows(scroller, source.lines, 20);
  const line = useFetchedRows(source.readLines, view.from, view.to);
  const match = search.matches[search.current];
  const { show } = view;
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
  const indexes = Array.from({ length: Math.max(0, view.to - view.from) }, (_, i) => view.from + i);
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
          className={flow.sizer}
          style={
            {
              height: view.height,
              minWidth: `calc(${Math.min(source.longest, 20_000)}ch + 10ch)`,
              "--digits": String(source.lines).length,
            } as CSSProperties
          }
        >
          {indexes.map((index) => {
            const chosen = range !== null && index + 1 >= range.from && index + 1 <= range.to;
            const marks = search.matches.length > 0 ? marksOf(search.matches, index) : undefined;
            return (
              <div
                key={index}
                className={cx(styles.line, chosen && styles.chosen)}
                style={{ top: view.topOf(index) }}
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
