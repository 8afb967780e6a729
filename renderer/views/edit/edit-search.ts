import { z } from "zod";

/** The address of the editor. */
export const editSearch = z.object({
  ref: z.string().optional(),
  path: z.string().optional(),
  /** Content beside the editor: a preview, the changes, or another file, whose path is `with`. */
  beside: z.enum(["preview", "changes", "file"]).optional().catch(undefined),
  with: z.string().optional(),
});
export type EditSearch = z.output<typeof editSearch>;
