import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { DiffSummary, LineRows, OpenDiff } from "../../../shared/diff/diff-types.ts";
import type { LooseInsert } from "./diff-layout.ts";
import type { DiffInsert, DiffMode } from "./diff-model.ts";

/** Height of an insert that was not measured yet. */
const estimatedHeightPx = 120;

const afterAll: LineRows = { unified: Number.MAX_SAFE_INTEGER, split: Number.MAX_SAFE_INTEGER };

interface Inserts {
  /** By file, for the layout. */
  readonly insertsByFile: ReadonlyMap<number, readonly LooseInsert[]>;
  /** Reports the measured height of an insert. */
  readonly onHeight: (key: string, height: number) => void;
  /** Whether the rows of all inserts are known, so that none of them will move lines. */
  readonly isLocated: boolean;
}

const nowhere: Located = { of: "", rows: new Map() };
interface Located {
  readonly of: string;
  readonly rows: ReadonlyMap<string, LineRows>;
}

/** Finds the rows of inserts, and stores the measured heights. */
export function useInserts(
  open: OpenDiff | null,
  summaries: readonly (DiffSummary | undefined)[],
  mode: DiffMode,
  inserts: readonly DiffInsert[],
): Inserts {
  const [found, setFound] = useState(nowhere);
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map());
  const { ready, wanted } = useMemo(() => {
    const ready = inserts.filter(({ file, atEnd }) => !atEnd && summaries[file] !== undefined);
    const wanted = ready
      .map(({ key, file, side, line }) => `${key} ${file} ${side} ${line} ${summaries[file]?.unifiedRows}`)
      .join("\n");
    return { ready, wanted };
  }, [inserts, summaries]);
  const readyNow = useEffectEvent(() => ready);
  useEffect(() => {
    const asked = readyNow();
    let current = true;
    if (!open || wanted === "") return;
    open.locate(asked.map(({ file, side, line }) => ({ file, side, line }))).then(
      (rows) => {
        if (!current) return;
        const known = asked.flatMap(({ key }, i) => (rows[i] ? [[key, rows[i]] as const] : []));
        setFound({ of: wanted, rows: new Map(known) });
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [open, wanted]);
  const onHeight = useCallback((key: string, height: number) => {
    setMeasured((now) => (now.get(key) === height ? now : new Map(now).set(key, height)));
  }, []);
  const insertsByFile = useMemo(() => {
    const byFile = new Map<number, LooseInsert[]>();
    for (const { key, file, atEnd } of inserts) {
      const rows = atEnd ? afterAll : found.rows.get(key);
      if (!rows) continue;
      const list = byFile.get(file) ?? [];
      list.push({
        key,
        row: mode === "split" ? rows.split : rows.unified,
        height: measured.get(key) ?? estimatedHeightPx,
      });
      byFile.set(file, list);
    }
    return byFile;
  }, [inserts, found, measured, mode]);
  return { insertsByFile, onHeight, isLocated: wanted === "" || found.of === wanted };
}
