import { z } from "zod";

const text = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value.join("") : value));

/** Contents by their media types. */
const data = z.record(z.string(), z.union([text, z.unknown()]));
export type MediaData = z.output<typeof data>;

/** An output of any format; those of formats 2 and 3 have short names for media types beside their own fields. */
export const outputShape = z.looseObject({
  output_type: z.string(),
  name: z.string().nullish().catch(undefined),
  text: text.optional().catch(undefined),
  data: data.optional().catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
  traceback: z
    .union([z.array(z.string()), z.string().transform((line) => [line])])
    .optional()
    .catch(undefined),
});
export type SavedOutput = z.output<typeof outputShape>;

/** A cell of any format. */
export const cellShape = z.object({
  cell_type: z.string(),
  source: text.optional().catch(undefined),
  /** The source of code in formats 2 and 3. */
  input: text.optional().catch(undefined),
  level: z.int().min(1).max(6).catch(1),
  execution_count: z.int().nullish().catch(null),
  prompt_number: z.int().nullish().catch(null),
  outputs: z.array(z.unknown()).nullish().catch([]),
  attachments: z.record(z.string(), data.catch({})).optional().catch(undefined),
  language: z.string().optional().catch(undefined),
});
export type SavedCell = z.output<typeof cellShape>;

const info = z.looseObject({
  file_extension: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

/** A notebook of formats 2 to 4. */
export const fileShape = z.object({
  nbformat: z.number().optional(),
  metadata: z
    .looseObject({
      language_info: info.optional().catch(undefined),
      kernelspec: z.looseObject({ language: z.string().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  cells: z.array(z.unknown()).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(z.unknown()).catch([]) })).optional(),
});
