import { useEffect, useMemo, useState } from "react";
import type { TraceDiff } from "../../../api/traces/trace-comparison.ts";
import { RowScroller } from "../log/row-scroller.ts";

export interface DiffSteps {
  readonly scroller: RowScroller;
  /** The row of the current change. */
  readonly row: number | null;
  readonly setRow: (row: number | null) => void;
  step(direction: 1 | -1): void;
}

/** Steps through the changes of two compared logs, starting at the first one. */
export function useDiffSteps(diff: TraceDiff | null): DiffSteps {
  const [scroller, setScroller] = useState(() => new RowScroller());
  const [row, setRow] = useState<number | null>(null);
  useEffect(() => {
    if (!diff) return;
    const made = new RowScroller();
    setScroller(made);
    setRow(null);
    let isLatest = true;
    diff.nextChange(-1, false).then(
      (first) => {
        if (!isLatest || first === null) return;
        setRow(first);
        made.show(first);
      },
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [diff]);
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
