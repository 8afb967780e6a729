import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { PipelineFilter } from "../../features/ci/use-pipeline-pages.ts";

/** States by which pipelines can be listed. */
export const pipelineStatuses = [
  "running",
  "pending",
  "failed",
  "success",
  "canceled",
  "manual",
  "skipped",
  "created",
  "scheduled",
] as const;

/** The filter of a list of pipelines as the address has it, and how it is changed. */
export function usePipelineFilter() {
  const { status, ref, source } = useSearch({ strict: false }) as {
    status?: string;
    ref?: string;
    source?: string;
  };
  const navigate = useNavigate();
  const value = useMemo((): PipelineFilter => {
    const asked = status?.split(",") ?? [];
    return { statuses: pipelineStatuses.filter((name) => asked.includes(name)), ref, source };
  }, [status, ref, source]);
  const set = (next: {
    status?: string | undefined;
    ref?: string | undefined;
    source?: string | undefined;
  }) => void navigate({ to: ".", search: (old: object) => ({ ...old, ...next }) as never, replace: true });
  return {
    value,
    isSet: value.statuses.length > 0 || ref !== undefined || source !== undefined,
    set,
    clear: () => set({ status: undefined, ref: undefined, source: undefined }),
  };
}
