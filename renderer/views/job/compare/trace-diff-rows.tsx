import {
  type CSSProperties,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { TraceDiffRow } from "../../../../shared/trace-types.ts";
import { ItemCache, type TraceDiff } from "../../../api/traces/line-reader.ts";
import changed from "../../../ui/marks/changed-lines.module.css";
import { RowScroller } from "../../../ui/scroller/row-scroller.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import ansi from "../log/ansi.module.css";
import { LineText } from "../log/line-text.tsx";
import { failureRow } from "./failure-row.ts";
import styles from "./log-comparison.module.css";

interface DiffRowsProps {
  readonly diff: TraceDiff;
  readonly steps: DiffSteps;
  /** Lines of the longer one of the logs. */
  readonly lines: number;
  /** Height of a row in pixels. */
  readonly rowPx: number;
  /** Scrolls to a line of the log on the right, from 0. */
  readonly onGo: (line: number) => void;
}

const focusable = { tabIndex: 0 };

/** Two logs in one column: removed and added lines, equal ones folded. */
export function LogDiffRows({ diff, lines, steps, rowPx, onGo }: DiffRowsProps) {
  const { scroller } = steps;
  const frame = useRef<HTMLElement>(null);
  const sizer = useRef<HTMLDivElement>(null);
  const view = useSyncExternalStore(scroller.subscribe, scroller.view);
  const { count, rowAt, unfold } = useDiffRows(diff, view.from, view.to);
  useLayoutEffect(() => {
    if (frame.current && sizer.current) {
      return scroller.attach({ scroller: frame.current, sizer: sizer.current });
    }
  }, [scroller]);
  useLayoutEffect(() => scroller.reset(count, rowPx, scroller.view().first), [scroller, count, rowPx]);
  const indexes = Array.from(
    { length: Math.max(0, Math.min(view.to, count) - view.from) },
    (_, index) => view.from + index,
  );
  const style = { "--digits": String(lines).length, "--row": `${rowPx}px` } as CSSProperties;
  return (
    <section
      ref={frame}
      className={cx(styles.rows, ansi.palette)}
      style={style}
      aria-label="Differences from the last success"
      {...focusable}
    >
      <div ref={sizer} className={flow.sizer}>
        {indexes.map((index) => (
          <div
            key={index}
            className={cx(styles.row, changed.row, steps.row === index && styles.current)}
            data-kind={rowAt(index)?.kind}
            style={{ transform: `translateY(${scroller.topOf(index)}px)` }}
          >
            <Row
              row={rowAt(index)}
              onGo={onGo}
              onUnfold={() => {
                steps.setRow(null);
                unfold(index);
              }}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

interface RowProps {
  readonly row: TraceDiffRow | undefined;
  readonly onGo: (line: number) => void;
  readonly onUnfold: () => void;
}

const signs = { equal: " ", added: "+", removed: "−" } as const;

function Row({ row, onGo, onUnfold }: RowProps) {
  if (!row) return null;
  if (row.kind === "fold") {
    return (
      <button type="button" className={styles.fold} onClick={onUnfold}>
        <span>
          {row.count.toLocaleString("en")} unchanged {row.count === 1 ? "line" : "lines"}
        </span>
      </button>
    );
  }
  const { left, right, kind } = row;
  return (
    <>
      <span className={styles.number}>{left === null ? "" : left + 1}</span>
      {right === null ? (
        <span className={styles.number} />
      ) : (
        <button
          type="button"
          className={styles.number}
          tabIndex={-1}
          aria-label={`Line ${right + 1} of the log`}
          onClick={() => onGo(right)}
        >
          {right + 1}
        </button>
      )}
      <span className={styles.sign}>{signs[kind]}</span>
      <span className={styles.text}>
        <LineText spans={row.spans} />
      </span>
    </>
  );
}

/** The rows in view; unfolding makes more of them. */
function useDiffRows(diff: TraceDiff, from: number, to: number) {
  const [, redraw] = useReducer((changes: number) => changes + 1, 0);
  const [rows, setRows] = useState(() => ({ diff, count: diff.rows, round: 0 }));
  const [cache, setCache] = useState<ItemCache<TraceDiffRow> | null>(null);
  const { round } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: unfolding moves all rows below
  useEffect(() => {
    const made = new ItemCache<TraceDiffRow>((first, end) => diff.readRows(first, end), redraw);
    setCache(made);
    return () => made.close();
  }, [diff, round]);
  const count = rows.diff === diff ? rows.count : diff.rows;
  useEffect(() =>
    cache?.request(
      Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
      count,
      `${count}`,
    ),
  );
  return {
    count,
    rowAt: (row: number) => cache?.get(row),
    unfold: (row: number) =>
      void diff.unfold(row).then(
        (next) => setRows((now) => ({ diff, count: next, round: now.round + 1 })),
        () => undefined,
      ),
  };
}

export interface DiffSteps {
  readonly scroller: RowScroller;
  /** The row of the current change. */
  readonly row: number | null;
  readonly setRow: (row: number | null) => void;
  step(direction: 1 | -1): void;
}

/**
 * Steps through the changes of two compared logs, starting at the failure: the first of the `errors`, by their lines, that is
 * new; where there is none, at the first change. Waits for the errors while they are null.
 */
export function useDiffSteps(diff: TraceDiff | null, errors: readonly number[] | null): DiffSteps {
  const [scroller, setScroller] = useState(() => new RowScroller({ followsEnd: true }));
  const [row, setRow] = useState<number | null>(null);
  useEffect(() => {
    if (!diff) return;
    setScroller(new RowScroller({ followsEnd: true }));
    setRow(null);
  }, [diff]);
  const begun = useRef<TraceDiff | null>(null);
  useEffect(() => {
    if (!diff || !errors || begun.current === diff) return;
    let isLatest = true;
    const begin = async () => {
      const first = (await failureRow(diff, errors)) ?? (await diff.nextChange(-1, false));
      if (!isLatest || first === null) return;
      begun.current = diff;
      setRow(first);
      scroller.show(first);
    };
    begin().catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [diff, errors, scroller]);
  return useMemo(
    () => ({
      scroller,
      row,
      setRow,
      step(direction) {
        const from = row ?? scroller.view().first - 1;
        diff?.nextChange(from, direction === -1).then(
          (next) => {
            if (next === null) return;
            setRow(next);
            scroller.show(next);
          },
          () => undefined,
        );
      },
    }),
    [diff, scroller, row],
  );
}
