import { useMemo } from "react";
import { z } from "zod";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
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

/** `status` lists states, separated by commas. */
const filterSearch = z.object({
  status: z.string().optional(),
  ref: z.string().optional(),
  source: z.string().optional(),
});

/** The filter of a list of pipelines as the address has it, and how it is changed. */
export function usePipelineFilter() {
  const [{ status, ref, source }, set] = useAddressSearch(filterSearch);
  const value = useMemo((): PipelineFilter => {
    const requested = status?.split(",") ?? [];
    return { statuses: pipelineStatuses.filter((name) => requested.includes(name)), ref, source };
  }, [status, ref, source]);
  return {
    value,
    isSet: value.statuses.length > 0 || ref !== undefined || source !== undefined,
    set,
    clear: () => set({ status: undefined, ref: undefined, source: undefined }),
  };
}
