import { z } from "zod";
import { scalar, unsupported } from "./keyword-schema.ts";

const inputSchema = z.strictObject({
  type: z.enum(["string", "number", "boolean", "array"]).default("string"),
  default: z.unknown().optional(),
  description: z.string().optional(),
  options: z.array(z.union([scalar])).optional(),
  regex: z.string().optional(),
  rules: unsupported,
});
/** The first document of a file that has inputs. */
export const headerSchema = z.strictObject({
  spec: z.strictObject({
    include: unsupported,
    component: unsupported,
    inputs: z
      .record(z.string(), z.union([z.null().transform(() => inputSchema.parse({})), inputSchema]))
      .nullish(),
  }),
});
/** An input as its file declares it. */
export type SpecInput = z.output<typeof inputSchema>;

/** Types of inputs: the test for a value, and words for it. */
export const inputTypes = {
  string: [(value: unknown) => typeof value === "string", "a text"],
  // The reader has numbers with a point as texts.
  number: [
    (value: unknown) =>
      typeof value === "number" || (typeof value === "string" && /^[-+]?\d[\d.e+-]*$/.test(value)),
    "a number",
  ],
  boolean: [(value: unknown) => typeof value === "boolean", "true or false"],
  array: [Array.isArray, "a list"],
} as const satisfies Record<SpecInput["type"], readonly [(value: unknown) => boolean, string]>;

/** Returns the value of an input that was sent as a text, as forms do: a boolean or list as JSON has it, else as it is. */
export function valueOfText(type: SpecInput["type"], value: unknown): unknown {
  if (typeof value !== "string" || (type !== "boolean" && type !== "array")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Documents of a file begin behind such a line. */
const separator = /^---(?=\s|$)/m;

/** Returns the two documents of a file whose first one has a `spec`; null for other files. */
export function splitHeader(text: string): { readonly header: string; readonly jobs: string } | null {
  const start = /^(?:\uFEFF|\s|#[^\n]*\n)*(?:---(?=\s|$))?/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start);
  const at = rest.search(separator);
  if (at < 0 || !/^["']?spec["']?\s*:/m.test(rest.slice(0, at))) return null;
  return { header: text.slice(0, start + at), jobs: rest.slice(at) };
}
