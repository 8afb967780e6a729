import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/** Reason why a file of an archive is listed but not opened. */
const entryRefusal = z.enum([
  "encrypted",
  "link",
  "unsafe_name",
  "packed_too_tightly",
  "duplicate",
  "unknown_compression",
]);
export type EntryRefusal = z.output<typeof entryRefusal>;

/** A file or, with a slash at its end, a folder of an archive, as the archive's index has it. */
const archiveEntry = z.object({
  path: z.string(),
  /** Bytes of the unpacked file. */
  size: z.number(),
  refusal: entryRefusal.nullable(),
});
export type ArchiveEntry = z.output<typeof archiveEntry>;

/** Entries of an archive of artifacts. */
export const archiveListing = z.object({
  /** Bytes of the archive. */
  size: z.number(),
  entries: z.array(archiveEntry),
  /** Entries of the archive, of which only the first are in `entries`. */
  total: z.number(),
});
export type ArchiveListing = z.output<typeof archiveListing>;

/** Bytes up to which an archive is read in whole where a service has no `Range`. */
export const maxCopyBytes = 100 * 1024 * 1024;

/**
 * `list` returns the entries of an archive of artifacts. `path` is that of the operation that sends the
 * archive (`getJobArtifacts` or `getRefArtifacts`), as `encodeCall` lays it out. Only the archive's index is read where
 * the service honours `Range`; elsewhere an archive of at most {@link maxCopyBytes} is read once. Fails with
 * `too_large` beyond that, and with `bad_response` where the archive is broken or made to do harm.
 */
export const artifactRoutes = {
  list: hostRoute("GET /accounts/:id/artifact-entries", {
    query: z.object({ path: z.string().default("") }),
    response: archiveListing,
  }),
};
