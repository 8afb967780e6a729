import { Search } from "lucide-react";
import { cx } from "../../../ui/class-names.ts";
import { formatSeconds } from "../../../ui/format-time.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { TestSelection, TestSummary } from "../../../workers/junit/junit-types.ts";
import { TestIcon, testStatusLabels } from "./test-icon.tsx";
import styles from "./tests.module.css";

interface TestBarProps {
  readonly summary: TestSummary;
  readonly selection: TestSelection;
  readonly onSelection: (selection: TestSelection) => void;
}

const statuses = ["failed", "error", "skipped", "passed"] as const;

/** Numbers of a report that are its filters too, a text to search and the order. */
export function TestBar({ summary, selection, onSelection }: TestBarProps) {
  const choose = (status: TestSelection["status"]) =>
    onSelection({ ...selection, status: selection.status === status ? "all" : status });
  const files = summary.files.filter(({ total }) => total > 0).length;
  return (
    <search className={styles.bar} aria-label="Tests">
      <fieldset className={styles.counts}>
        <legend className={styles.legend}>Show tests</legend>
        <Count chosen={selection.status === "all"} onChoose={() => choose("all")}>
          All <strong>{summary.total.toLocaleString()}</strong>
        </Count>
        {statuses
          .filter((status) => summary[status] > 0)
          .map((status) => (
            <Count key={status} chosen={selection.status === status} onChoose={() => choose(status)}>
              <TestIcon status={status} size={14} />
              <span aria-hidden>{testStatusLabels[status].word}</span>
              <strong>{summary[status].toLocaleString()}</strong>
            </Count>
          ))}
      </fieldset>
      <TextField
        label="Filter tests"
        hideLabel
        type="search"
        icon={Search}
        placeholder="Filter by name or class"
        value={selection.text}
        onChange={(text) => onSelection({ ...selection, text })}
        className={styles.search ?? ""}
      />
      <Select
        label="Order"
        hideLabel
        value={selection.order}
        onChange={(order) => onSelection({ ...selection, order })}
        options={[
          { value: "report", label: "Failed first" },
          { value: "slowest", label: "Slowest first" },
        ]}
        size="s"
      />
      <span className={styles.took}>
        {formatSeconds(summary.seconds)} in {files} {files === 1 ? "report" : "reports"}
      </span>
    </search>
  );
}

interface CountProps {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}

function Count({ chosen, onChoose, children }: CountProps) {
  return (
    <button
      type="button"
      className={cx(styles.count, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
