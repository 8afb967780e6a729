import { useEffect, useState } from "react";
import type { TraceEnd } from "../../../../shared/host/traces.ts";
import type { TraceSummary } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import { useHasLasted } from "../../../ui/use-settled.ts";

/** Milliseconds of reading after which a log is long, and bytes that it has by then. */
const [longMs, longBytes] = [200, 4_000_000];
/** Bytes before the end at which the log itself is about to show it. */
const nearBytes = 1_000_000;

/** Returns the last lines of a long log while those before them are read; null where the log shows its end. */
export function useLogEnd(trace: OpenTrace, { generation, complete, bytes }: TraceSummary): TraceEnd | null {
  const [end, setEnd] = useState<(TraceEnd & { readonly generation: string }) | null>(null);
  const isLate = useHasLasted(!complete, longMs);
  const isWanted = isLate && bytes >= longBytes;
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    trace.end(controller.signal).then(
      (found) => controller.signal.aborted || setEnd(found && { ...found, generation }),
      // The log shows why it cannot be read.
      () => undefined,
    );
    return () => controller.abort();
  }, [trace, generation, isWanted]);
  if (!end || complete || end.generation !== generation || bytes + nearBytes >= end.size) return null;
  return end;
}
