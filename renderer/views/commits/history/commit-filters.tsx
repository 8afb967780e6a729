import { CalendarDays, ChevronDown, GitCommitHorizontal } from "lucide-react";
import { useCommitRowHeight } from "../../../features/commits/commit-row.tsx";
import { RefPicker } from "../../../features/ref-picker/ref-picker.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { SearchField, TextField } from "../../../ui/forms/text-field.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { type CommitSearch, hasFilters } from "./commit-search.ts";
import styles from "./history.module.css";
import { monthRowHeight } from "./history-page.ts";
import type { MessageSearch } from "./use-history.ts";

interface CommitFiltersProps {
  readonly project: string;
  readonly search: CommitSearch;
  /** Ref whose commits are listed; undefined while it is not known. */
  readonly current: string | undefined;
  readonly defaultBranch: string | null;
  readonly onChange: (search: CommitSearch) => void;
}

/** The line above a list of commits: which ref, whose, which path, which days. */
export function CommitFilters({ project, search, current, defaultBranch, onChange }: CommitFiltersProps) {
  const change = (patch: Partial<CommitSearch>) => onChange({ ...search, ...patch });
  return (
    <search className={cx(layout.bar, styles.filters)} aria-label="Commits">
      <div className={styles.ref}>
        <RefPicker
          project={project}
          current={search.all ? null : (current ?? null)}
          unset={search.all ? "All branches" : undefined}
          defaultBranch={defaultBranch}
          onChoose={(ref) => change({ ref, all: undefined })}
        />
      </div>
      <SearchField
        label="Message"
        className={styles.text ?? ""}
        placeholder="Message"
        value={search.message ?? ""}
        onChange={(message) => change({ message: message || undefined })}
      />
      <TextField
        label="Author"
        hideLabel
        className={styles.text ?? ""}
        placeholder="Author"
        value={search.author ?? ""}
        onChange={(author) => change({ author: author || undefined })}
      />
      <TextField
        label="Path"
        hideLabel
        className={styles.text ?? ""}
        placeholder="Path"
        mono
        value={search.path ?? ""}
        onChange={(path) => change({ path: path || undefined })}
      />
      <CommitDates since={search.since} until={search.until} onChange={change} />
      <Checkbox
        label="All branches"
        checked={search.all === "1"}
        onChange={(all) => change({ all: all ? "1" : undefined })}
      />
      <Checkbox
        label="Lines"
        checked={search.lines === "1"}
        onChange={(lines) => change({ lines: lines ? "1" : undefined })}
      />
      {hasFilters(search) ? (
        <Button variant="ghost" onClick={() => onChange(search.ref ? { ref: search.ref } : {})}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

interface CommitDatesProps {
  /** First and last day, as `2026-11-23`. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly onChange: (dates: { since: string | undefined; until: string | undefined }) => void;
}

const ranges = [
  ["Last 7 days", 6],
  ["Last 30 days", 29],
  ["Last year", 364],
] as const;

/** A button that names the days whose commits are listed, with a panel to choose them. */
function CommitDates({ since, until, onChange }: CommitDatesProps) {
  return (
    <Popover
      label="Dates"
      trigger={
        <Button icon={CalendarDays} trailingIcon={ChevronDown}>
          {dateRangeLabel(since, until)}
        </Button>
      }
    >
      <div className={styles.dates}>
        <TextField
          label="From"
          type="date"
          max={until}
          value={since ?? ""}
          onChange={(value) => onChange({ since: value || undefined, until })}
        />
        <TextField
          label="To"
          type="date"
          min={since}
          value={until ?? ""}
          onChange={(value) => onChange({ since, until: value || undefined })}
        />
        <div className={styles.ranges}>
          {ranges.map(([name, days]) => (
            <Button key={name} size="s" onClick={() => onChange({ since: daysAgo(days), until: undefined })}>
              {name}
            </Button>
          ))}
          <Button
            size="s"
            variant="ghost"
            disabled={!since && !until}
            onClick={() => onChange({ since: undefined, until: undefined })}
          >
            Any date
          </Button>
        </div>
      </div>
    </Popover>
  );
}

const format = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** Returns the days from `since` to `until` (as `2026-11-23`) as a person reads them. */
export function dateRangeLabel(since: string | undefined, until: string | undefined): string {
  const from = dayOf(since);
  const to = dayOf(until);
  if (from && to) return format.formatRange(from, to);
  if (from) return `Since ${format.format(from)}`;
  return to ? `Until ${format.format(to)}` : "Any date";
}

/** Returns the day that was `days` before today, as `2026-11-23` in local time. */
export function daysAgo(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  const part = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}`;
}

const dayOf = (text: string | undefined): Date | null => (text ? new Date(`${text}T00:00:00`) : null);

interface NoCommitsProps {
  readonly search: CommitSearch;
  readonly state: MessageSearch["state"];
  /** Number of searched commits. */
  readonly searched: number;
  readonly onSearchOlder: () => void;
  readonly onClear: () => void;
}

/** Empty state of a list without commits, or a placeholder while commits are searched. */
export function NoCommits({ search, state, searched, onSearchOlder, onClear }: NoCommitsProps) {
  const count = searched.toLocaleString();
  const rowHeight = useCommitRowHeight();
  if (state === "reading") {
    return (
      <Skeleton
        page
        lines={10}
        heading={monthRowHeight}
        height={rowHeight}
        mark={20}
        label={`Searching messages: ${count} commits loaded`}
      />
    );
  }
  const filtered = hasFilters(search);
  return (
    <EmptyState
      icon={GitCommitHorizontal}
      title={filtered ? "No matches" : "No commits yet"}
      description={
        state === "paused"
          ? `No matches in the newest ${count} commits.`
          : filtered
            ? "No commit matches these filters."
            : "Commits appear after the first one is pushed or made here."
      }
      actions={
        state === "paused" ? (
          <Button onClick={onSearchOlder}>Search older commits</Button>
        ) : filtered ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : undefined
      }
    />
  );
}
