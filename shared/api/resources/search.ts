import { z } from "zod";
import { idOrPath, record, versioned } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

/** Some lines of a file around a match; matches that are close to each other share one. */
const blobMatch = versioned(
  record({
    basename: z.string().describe("path without its extension"),
    data: z.string().describe("lines from `startline` on: the matching ones, up to two before and two after"),
    path: z.string(),
    filename: z.string().optional().describe("the path too; alone before 12.x, deprecated"),
    id: z.string().nullish().describe("hash of the blob where its path matches, null where its content does"),
    ref: z.string().describe("as it was requested; services may write a hash"),
    startline: z.int().describe("line number of the first line of `data`, from 1"),
    project_id: z.int(),
  }),
  (raw) => ({ ...raw, path: raw.path ?? raw.filename }),
);
export type BlobMatch = z.output<typeof blobMatch>;

/**
 * Searches the content of a commit's files for a text, whatever its case. `search` may contain filters beside the text:
 * `filename:*.ts`, `path:src/`, `extension:md`; `-` before a filter excludes, `*` stands for any characters, quotes
 * enclose a value with spaces. Only filters and no text: files whose paths match. `data` names no columns: find
 * the text in its lines.
 *
 * The local service stops at 5,000 matches; until then `X-Total` is given. Real services add files whose path matches
 * the text (`id` is set) and have the scope since 10.5; 400 or 404 means that a service lacks it.
 */
export const searchBlobs = operation({
  method: "GET",
  path: "/projects/:id/search",
  summary: "Search in files",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    scope: z.literal("blobs"),
    search: z.string().min(1),
    ref: z.string().min(1).optional().describe("branch, tag or commit; the default branch where left out"),
    regex: z
      .boolean()
      .optional()
      .describe("read the text as a regular expression; real services with exact code search only"),
  },
  response: json(z.array(blobMatch)),
  reads: ["blobs"],
  extension: "service",
});
