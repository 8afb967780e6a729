import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { formatSeconds } from "../../../ui/format-time.ts";
import layout from "../../../ui/layout.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ToggleButtons } from "../../../ui/toggle-buttons.tsx";
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
      <ToggleButtons
        label="Show tests"
        value={selection.status}
        onChange={choose}
        options={[
          { value: "all", label: "All", count: summary.total },
          ...statuses
            .filter((status) => summary[status] > 0)
            .map((status) => ({
              value: status,
              label: testStatusLabels[status].word,
              count: summary[status],
              mark: <TestIcon status={status} size={14} />,
            })),
        ]}
      />
      <SearchField
        label="Filter tests"
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
      />
      <span className={cx(flow.end, layout.small)}>
        {formatSeconds(summary.seconds)} in {files} {files === 1 ? "report" : "reports"}
      </span>
    </search>
  );
}
