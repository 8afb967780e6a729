import { RefPicker } from "../../../features/ref-picker/ref-picker.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { cx } from "../../../ui/class-names.ts";
import layout from "../../../ui/layout.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { CommitDates } from "./commit-dates.tsx";
import { type CommitSearch, hasFilters } from "./commit-search.ts";
import styles from "./history.module.css";

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
          {...(search.all ? { unset: "All branches" } : {})}
          defaultBranch={defaultBranch}
          onChoose={(ref) => change({ ref, all: undefined })}
        />
      </div>
      <SearchField
        label="Message"
        className={styles.text ?? ""}
        placeholder="Search messages"
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
        placeholder="File or folder"
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
