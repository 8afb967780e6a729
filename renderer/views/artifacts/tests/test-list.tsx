import { useCallback, useMemo, useState } from "react";
import { cx } from "../../../ui/class-names.ts";
import { formatSeconds } from "../../../ui/format-time.ts";
import layout from "../../../ui/layout.module.css";
import { type ReadRows, useFetchedRows } from "../../../ui/use-fetched-rows.ts";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { TestRow } from "../../../workers/junit/junit-types.ts";
import { TestIcon } from "./test-icon.tsx";
import styles from "./tests.module.css";

interface TestListProps {
  readonly count: number;
  readonly read: ReadRows<TestRow>;
  /** Filter and order of the tests. */
  readonly scope: string;
  /** Test that is open. */
  readonly selected: number | null;
  readonly onOpen: (test: TestRow) => void;
}

/** The tests that were chosen; only visible rows exist, and their tests are fetched from the worker. */
export function TestList({ count, read, scope, selected, onOpen }: TestListProps) {
  const positions = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  const [view, setView] = useState({ from: 0, to: 0 });
  const onView = useCallback((from: number, to: number) => setView({ from, to }), []);
  const row = useFetchedRows(read, view.from, view.to);
  return (
    <VirtualList
      label="Tests"
      items={positions}
      scope={scope}
      itemKey={(position) => position}
      rowHeight={40}
      onView={onView}
      onOpen={(position) => {
        const test = row(position);
        if (test) onOpen(test);
      }}
      renderItem={(position) => {
        const test = row(position);
        return test ? <Row test={test} open={test.index === selected} /> : null;
      }}
    />
  );
}

function Row({ test, open }: { readonly test: TestRow; readonly open: boolean }) {
  return (
    <div className={styles.row} data-open={open}>
      <TestIcon status={test.status} />
      <div className={styles.rowText}>
        <bdi className={cx(layout.ellipsis, styles.testName)}>{test.name || "(no name)"}</bdi>
        <span className={layout.meta}>{test.message || test.group}</span>
      </div>
      <span className={cx(layout.small, styles.seconds)}>
        {test.seconds === null ? "" : formatSeconds(test.seconds)}
      </span>
    </div>
  );
}
