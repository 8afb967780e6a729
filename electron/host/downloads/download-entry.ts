import { z } from "zod";
import { type Download, download } from "../../../shared/host/downloads.ts";

/** A download with what it needs to continue after a restart. */
export const downloadEntry = download.extend({
  /** Path and query below `/api/v4`. */
  operationPath: z.string(),
  folder: z.string(),
  /** The unfinished file. */
  part: z.string().nullable(),
  /** Strong ETag or date that names the version whose bytes are in the part. */
  validator: z.string().nullable(),
  /** SHA-256 of an earlier fetch whose end was not provably the file's. */
  unproven: z.string().nullable().default(null),
});
export type DownloadEntry = z.output<typeof downloadEntry>;

/** Returns an entry as the page gets it. */
export const shownDownload = (entry: DownloadEntry): Download => download.parse(entry);

/** Returns whether bytes are under way or soon will be. */
export const isActive = ({ state }: DownloadEntry): boolean => state === "running" || state === "queued";
