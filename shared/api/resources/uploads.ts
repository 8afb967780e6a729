import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { bytes, file, json, operation } from "../contract/operation.ts";

/** A file that was uploaded to a project, such as `/uploads/<secret>/<filename>` in its texts. */
const projectUpload = record({
  id: z.int().optional().describe("since 17.3"),
  alt: z.string(),
  url: z.string().describe("as texts of the project have it"),
  full_path: z.string().optional().describe("below the service's own address"),
  markdown: z.string(),
});
export type ProjectUploadResult = z.output<typeof projectUpload>;

export const uploadProjectFile = operation({
  method: "POST",
  path: "/projects/:id/uploads",
  summary: "Upload a file to a project, to be linked in its texts and releases",
  auth: "token",
  encoding: "multipart",
  params: { id: idOrPath },
  body: { file },
  response: json(projectUpload),
  status: 201,
  changes: ["uploads"],
  extension: "service",
});

/**
 * A file of `/uploads/<secret>/<filename>` in a text of a project. Services before 17.4 serve it to the browser's own session
 * alone. The local service has the attachments of the project's wiki, too.
 */
export const getProjectUpload = operation({
  method: "GET",
  path: "/projects/:id/uploads/:secret/:filename",
  summary: "The bytes of a file that was uploaded to a project; since 17.4",
  auth: "token",
  params: {
    id: idOrPath,
    secret: z
      .string()
      .regex(/^[\da-f]{10,64}$/)
      .describe("hexadecimal digits"),
    filename: z.string().min(1),
  },
  response: bytes,
  reads: ["uploads", "wikis"],
  extension: "service",
});
