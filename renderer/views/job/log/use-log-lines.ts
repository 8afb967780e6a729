import { useEffect, useReducer, useState } from "react";
import type { TraceLine, TraceSummary } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import { ItemCache } from "./item-cache.ts";

/** Returns a function that returns the lines in view; missing ones are read. */
export function useLogLines(
  trace: OpenTrace,
  { generation, lines: count, bytes }: TraceSummary,
  shown: readonly number[],
): (line: number) => TraceLine | undefined {
  const [, redraw] = useReducer((changes: number) => changes + 1, 0);
  const [cache, setCache] = useState<ItemCache<TraceLine> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another generation has other lines
  useEffect(() => {
    const made = new ItemCache(trace.readLines, redraw);
    setCache(made);
    return () => made.close();
  }, [trace, generation]);
  const known = (line: number) => trace.knownLines(line, line + 1)?.[0];
  useEffect(() => {
    const missing = shown.filter((line) => !known(line));
    if (missing.length > 0) cache?.request(missing, count, `${count} ${bytes}`);
  });
  return (line) => known(line) ?? cache?.get(line);
}
