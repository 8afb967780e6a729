import { z } from "zod";
import { hostRoute } from "./host-route.ts";

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

/** A file to download: `path` is the operation's path and query below `/api/v4`, as `encodeCall` returns it. */
export const startDownloadBody = z.strictObject({
  accountId: z.string(),
  path: z.string().startsWith("/"),
  name: z.string().min(1),
});

/** Routes of downloads: a file of its own, since the start needs the entries alone. */
export const downloadRoutes = {
  list: hostRoute("GET /downloads", { response: z.array(download) }),
  /** Streams an operation's bytes into the downloads folder; progress is sent as events. */
  start: hostRoute("POST /downloads", { body: startDownloadBody, response: download, status: 201 }),
  cancel: hostRoute("POST /downloads/:id/cancel", { response: download }),
  resume: hostRoute("POST /downloads/:id/resume", { response: download }),
  /** Removes the entry from the list; the file stays. */
  forget: hostRoute("DELETE /downloads/:id"),
  /** The finished file's bytes as an attachment: the browser shell's way to save. */
  content: hostRoute("GET /downloads/:id/content", { raw: "bytes" }),
};
