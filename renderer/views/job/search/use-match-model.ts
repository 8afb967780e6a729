import { useEffect, useMemo, useState } from "react";
import type { MatchRow } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import { ItemCache } from "../log/item-cache.ts";
import type { RowItem, RowModel } from "../log/row-model.ts";
import type { LogSearch } from "./use-log-search.ts";

/** Lines that are shown around each match. */
const context = 2;
const pending: RowItem = { kind: "pending" };

interface Rows {
  readonly cache: ItemCache<MatchRow>;
  readonly total: number;
  /** Counts updates, so that a new model is rendered. */
  readonly changes: number;
}

/** The rows of a log reduced to matches and the lines around them; null while all lines are shown. */
export function useMatchModel(trace: OpenTrace, generation: string, search: LogSearch): RowModel | null {
  const { searched, isOnly, state } = search;
  const isOn = isOnly && searched !== "" && state !== null && state.problem === undefined;
  const [rows, setRows] = useState<Rows | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query or log has other rows
  useEffect(() => {
    if (!isOn) return setRows(null);
    const cache = new ItemCache<MatchRow>(
      async (from, to) => {
        const found = await trace.matchRows(context, from, to);
        setRows((now) => (now?.cache === cache ? { ...now, total: found.total } : now));
        return found.rows;
      },
      () => setRows((now) => (now?.cache === cache ? { ...now, changes: now.changes + 1 } : now)),
    );
    setRows({ cache, total: 0, changes: 0 });
    return () => cache.close();
  }, [trace, generation, isOn, searched]);
  const end = `${state?.lines ?? 0} ${state?.scannedLines ?? 0}`;
  const cache = rows?.cache;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows changes as the search continues
  useEffect(() => {
    let isLatest = true;
    if (!cache) return;
    trace.matchRows(context, 0, 0).then(
      ({ total }) => isLatest && setRows((now) => (now?.cache === cache ? { ...now, total } : now)),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [trace, cache, end]);
  return useMemo(() => {
    if (!rows || !isOn) return null;
    const { total } = rows;
    return {
      rows: total,
      at: (row) => itemOf(rows.cache.get(row)),
      rowOf: (line) => trace.matchRowOf(context, line),
      version: `matches ${generation} ${searched}`,
      request: (from, to) =>
        rows.cache.request(
          Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
          total,
          `${total} ${end}`,
        ),
    };
  }, [trace, rows, isOn, generation, searched, end]);
}

function itemOf(row: MatchRow | undefined): RowItem {
  if (!row) return pending;
  if ("line" in row) return { kind: "line", line: row.line, isContext: !row.match };
  return { kind: "gap", from: row.from, to: row.to };
}
