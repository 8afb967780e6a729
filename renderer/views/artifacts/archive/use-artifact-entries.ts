import { useQuery } from "@tanstack/react-query";
import { type ArtifactSource, listEntries } from "./artifact-source.ts";

/** Reads what is in an archive. A job's archive never changes until the job is erased or its artifacts expire. */
export const useArtifactEntries = (source: ArtifactSource | null) =>
  useQuery({
    queryKey: ["artifact-entries", source],
    queryFn: ({ signal }) => (source ? listEntries(source, signal) : Promise.reject(new Error("No archive"))),
    enabled: source !== null,
    staleTime: 5 * 60_000,
    meta: { reads: [] },
  });
