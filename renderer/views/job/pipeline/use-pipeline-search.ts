import { useEffect, useRef, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceHits, TraceQuery } from "../../../../shared/trace/trace-types.ts";
import { searchTraces } from "../../../api/traces/search-traces.ts";

export interface PipelineSearch {
  /** By job. */
  readonly hits: ReadonlyMap<number, TraceHits>;
  readonly isDone: boolean;
  readonly problem: string | null;
}

interface PipelineScope {
  readonly account: string;
  readonly project: string;
}

/** Milliseconds without a key after which all jobs are searched. */
const restMs = 300;
const nothing: PipelineSearch = { hits: new Map(), isDone: false, problem: null };
/** The last results, which stay when a hit opens another job. */
const last = { key: "", found: nothing };

/** Searches the logs of jobs for a query; null while there is none. */
export function usePipelineSearch(
  { account, project }: PipelineScope,
  jobs: readonly Job[] | undefined,
  { text, regex, matchCase, word }: TraceQuery,
): PipelineSearch | null {
  const ids = jobs?.filter(hasLog).map(({ id }) => id) ?? [];
  const key = JSON.stringify([account, project, ids, text, regex, matchCase, word]);
  const [found, setFound] = useState(last);
  const searched = useRef(ids);
  searched.current = ids;
  const isReady = jobs !== undefined && text !== "";
  useEffect(() => {
    if (!isReady || (last.key === key && last.found.isDone)) return;
    const controller = new AbortController();
    const show = (next: PipelineSearch) => {
      if (controller.signal.aborted) return;
      Object.assign(last, { key, found: next });
      setFound({ key, found: next });
    };
    const timer = setTimeout(() => {
      const hits = new Map<number, TraceHits>();
      const sources = searched.current.map((jobId) => ({ accountId: account, project, jobId }));
      const onHit = (part: TraceHits) => {
        hits.set(part.source.jobId, part);
        show({ hits: new Map(hits), isDone: false, problem: null });
      };
      searchTraces(sources, { text, regex, matchCase, word }, onHit, controller.signal).then(
        () => show({ hits, isDone: true, problem: null }),
        (error: unknown) =>
          show({ hits, isDone: true, problem: error instanceof Error ? error.message : String(error) }),
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, isReady, account, project, text, regex, matchCase, word]);
  if (!isReady) return null;
  return found.key === key ? found.found : last.key === key ? last.found : nothing;
}

/** Returns whether a job may have a log. */
const hasLog = ({ started_at, erased_at }: Job): boolean => started_at != null && erased_at == null;
