import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { RowModel } from "./row-model.ts";
import type { RowScroller } from "./row-scroller.ts";

type ShowLine = (line: number, where?: "middle" | "top") => void;

/** Returns a function that shows a line; a folded one once it has its own row. */
export function useShowLine(
  reveal: (line: number) => void,
  scroller: RowScroller,
  model: RefObject<RowModel>,
): ShowLine {
  const [wanted, setWanted] = useState<{ readonly line: number; readonly where: "middle" | "top" } | null>(
    null,
  );
  useEffect(() => {
    if (!wanted) return;
    const row = model.current.rowOf(wanted.line);
    if (typeof row === "number") return scroller.show(row, wanted.where);
    let isLatest = true;
    row.then(
      (at) => isLatest && scroller.show(at, wanted.where),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [wanted, scroller, model]);
  const latest = useRef(reveal);
  latest.current = reveal;
  return useCallback((line, where = "middle") => {
    latest.current(line);
    setWanted({ line, where });
  }, []);
}
