import { useEffect, useReducer, useState } from "react";
import type { OpenTrace } from "../../../workers/trace/trace-engine.ts";
import type { TraceFacts, TraceLine } from "../../../workers/trace/trace-types.ts";
import { ItemCache } from "./item-cache.ts";

/** Returns a function that gives the lines in view; those that are missing are read. */
export function useLogLines(
  trace: OpenTrace,
  { generation, lines: count, bytes }: TraceFacts,
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
  useEffect(() => cache?.request(shown, count, `${count} ${bytes}`));
  return (line) => cache?.get(line);
}
