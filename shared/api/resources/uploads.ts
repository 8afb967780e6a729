import { z } from "zod";
import { idOrPath } from "../contract/fields.ts";
import { bytes, operation } from "../contract/operation.ts";

/**
 * A file of `/uploads/<secret>/<filename>` in a text of a project. Services before 17.4 serve it to the browser's own session
 * alone. The local service has the attachments of the project's wiki.
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
  reads: ["wikis"],
  extension: "service",
});
