import type { z } from "zod";
import { normalise } from "./normalise.ts";
import type { OutputOf, ResponseBody } from "./operation.ts";
import { neutral, schemaAt } from "./schema-walk.ts";

/** A JSON response in the contract's shape, and where the service's differed. */
export interface ReadResponse<T> {
  readonly value: T;
  /** `path: what was wrong`, empty when everything matched. */
  readonly mismatches: readonly string[];
}

/** Maximum number of repairs: each may reveal a mismatch one level deeper, and no shape has so many levels. */
const maxRounds = 12;

/**
 * Returns a service's response, parsed leniently: unknown fields pass through, and a field that does not fit is replaced
 * by a neutral value and listed in `mismatches`, so that one odd field does not break a view.
 */
export function readResponse<O extends { readonly response: ResponseBody }>(
  operation: O,
  json: unknown,
): ReadResponse<OutputOf<O>> {
  if (operation.response.kind !== "json") throw new Error("only JSON responses are read");
  const schema: z.ZodType = operation.response.schema;
  const mismatches: string[] = [];
  let value = normalise(schema, json);
  for (let round = 0; round < maxRounds; round++) {
    const result = schema.safeParse(value);
    if (result.success) return { value: result.data as OutputOf<O>, mismatches };
    if (round === 0) value = structuredClone(value);
    for (const issue of result.error.issues) {
      mismatches.push(`${issue.path.map(String).join(".") || "(response)"}: ${issue.message}`);
      const fieldSchema = schemaAt(schema, issue.path) ?? schema;
      value = replaceAt(value, issue.path, neutral(fieldSchema));
    }
  }
  return { value: neutral(schema) as OutputOf<O>, mismatches };
}

function replaceAt(value: unknown, path: readonly PropertyKey[], substitute: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return substitute;
  if (value === null || typeof value !== "object") return value;
  const holder = value as Record<PropertyKey, unknown>;
  const next = replaceAt(holder[head], rest, substitute);
  if (next === undefined) delete holder[head];
  else holder[head] = next;
  return value;
}
