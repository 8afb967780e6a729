import type { z } from "zod";
import { definitionOf, unwrap } from "./schema-walk.ts";

/** Honest length of a field of a body: of a text that people write, or of a file's content. */
export type FieldLength = "text" | "file";

/**
 * Bytes of a body, by its longest field. A description or note has up to 1,048,576 characters on real services, which some
 * clients write as `\u` escapes; larger commits are pushed.
 */
const limits = { short: 64 * 1024, text: 8 * 1024 * 1024, file: 128 * 1024 * 1024 } as const;

/** Returns the bytes that the body of an operation may have: 64 KB, unless a field is marked to be longer. */
export function bodyLimitOf(body: z.ZodRawShape): number {
  const lengths = new Set(Object.values(body).flatMap((field) => lengthsIn(field as z.ZodType)));
  return limits[lengths.has("file") ? "file" : lengths.has("text") ? "text" : "short"];
}

function lengthsIn(field: z.ZodType): FieldLength[] {
  const inner = unwrap(field);
  const length = inner.meta()?.length;
  if (length === "text" || length === "file") return [length];
  const { shape, element, valueType, options } = definitionOf(inner);
  const parts = [...Object.values(shape ?? {}), element, valueType, ...(options ?? [])];
  return parts.flatMap((part) => (part ? lengthsIn(part) : []));
}
