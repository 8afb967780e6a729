import { CaseSensitive, ListFilter, Regex, WholeWord, X } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import type { TraceQuery } from "../../../../shared/trace/trace-types.ts";
import { prepareSearch } from "../../../api/traces/prepare-traces.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { StepButtons } from "../log/step-buttons.tsx";
import styles from "./search.module.css";
import type { LogSearch } from "./use-log-search.ts";

interface SearchBarProps {
  readonly search: LogSearch;
  /** Element in which the query is typed. */
  readonly ref: Ref<HTMLDivElement>;
  /** Moves the focus back to the log. */
  readonly onLeave: () => void;
}

/** Finds text in the whole log as it is typed: Enter and Shift+Enter go to the next and previous match. */
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
        suffix={<QueryOptions query={query} onChange={change} />}
      />
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
    </search>
  );
}

interface QueryOptionsProps {
  readonly query: TraceQuery;
  readonly onChange: (change: Partial<TraceQuery>) => void;
}

/** Case, whole words and regular expressions. */
export function QueryOptions({ query, onChange }: QueryOptionsProps) {
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
