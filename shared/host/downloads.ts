import { z } from "zod";

/** A file that is being downloaded, or was. */
export const download = z.object({
  id: z.string(),
  accountId: z.string(),
  /** Name of the file as written; no folder. */
  name: z.string(),
  /** Full path of the finished file, null until then. */
  path: z.string().nullable(),
  state: z.enum(["queued", "running", "paused", "done", "failed", "canceled"]),
  received: z.int(),
  /** Bytes in all, null where the service does not say. */
  total: z.int().nullable(),
  /** Bytes a second over the last seconds. */
  speed: z.number(),
  /** Whether the service allows to resume where it stopped. */
  resumable: z.boolean(),
  error: z.string().nullable(),
});
export type Download = z.output<typeof download>;

/**
 * `POST /downloads`: stream an operation's bytes into the downloads folder. `path` is the operation's path and
 * query below `/api/v4`, as `encodeCall` returns it. Returns 201 {@link download}; progress is sent as events.
 * `GET /downloads` lists; `POST /downloads/:id/cancel`, `/resume`; `DELETE /downloads/:id` deletes the entry;
 * `GET /downloads/:id/content` returns the finished file's bytes as an attachment (the browser shell's way to save).
 */
export const startDownloadBody = z.strictObject({
  accountId: z.string(),
  path: z.string().startsWith("/"),
  name: z.string().min(1),
});
