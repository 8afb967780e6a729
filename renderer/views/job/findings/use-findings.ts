import { useEffect, useMemo, useState } from "react";
import type { Finding, TraceSummary } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";

export interface Findings {
  readonly list: readonly Finding[];
  readonly kinds: ReadonlyMap<number, Finding["kind"]>;
  readonly errors: number;
  readonly warnings: number;
  /** The whole log so far was analysed. */
  readonly isSettled: boolean;
  /** It was analysed to its end at least once; lines that are printed later may add to it. */
  readonly isSearched: boolean;
}

/** Findings listed at most; the counts continue. */
const maxFindings = 5_000;
/** Milliseconds between two reads while the log grows. */
const intervalMs = 500;
const none: readonly Finding[] = [];

/** Errors and warnings of a log, read again as they are found. The log of a running job (`isLive`) ends where it is read to. */
export function useFindings(
  trace: Pick<OpenTrace, "findings">,
  summary: TraceSummary,
  isLive: boolean,
): Findings {
  const { generation, errors, warnings, complete } = summary;
  const [list, setList] = useState(none);
  const count = errors + warnings;
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (count === wanted) return;
    const timer = setTimeout(() => setWanted(count), wanted === 0 ? 0 : intervalMs);
    return () => clearTimeout(timer);
  }, [count, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines below a finding may have its source position
  useEffect(() => {
    if (wanted === 0) return setList(none);
    let isLatest = true;
    trace.findings(maxFindings).then(
      (found) => isLatest && setList(found),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [trace, generation, wanted, complete]);
  const isRead = complete || isLive || summary.problem !== null;
  const isAnalysed = isRead && summary.analysed >= summary.size;
  const [searched, setSearched] = useState<string | null>(null);
  if (isAnalysed && searched !== generation) setSearched(generation);
  const isSearched = searched === generation;
  const isSettled = isAnalysed && wanted === count && (count === 0 || list.length > 0);
  return useMemo(() => {
    const kinds = new Map(list.map(({ line, kind }) => [line, kind]));
    return { list, kinds, errors, warnings, isSettled, isSearched };
  }, [list, errors, warnings, isSettled, isSearched]);
}
