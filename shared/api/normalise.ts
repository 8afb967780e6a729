import type { z } from "zod";
import { diffEntry } from "./commit-shapes.ts";
import { project } from "./projects.ts";
import { definitionOf, unwrap } from "./schema-walk.ts";

type Raw = Record<string, unknown>;

/** What newer or older services call differently, by the shape that it concerns (compat.md, section 1). */
const rules = new Map<z.ZodType, (raw: Raw) => Raw>([
  [project, (raw) => (raw.tag_list === undefined && raw.topics ? { ...raw, tag_list: raw.topics } : raw)],
  [
    diffEntry,
    (raw) => ({
      ...raw,
      // Old services put the two file lines before the first hunk, new ones begin with it.
      diff: typeof raw.diff === "string" ? raw.diff.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, "") : raw.diff,
      a_mode: raw.a_mode === "0" ? null : raw.a_mode,
      b_mode: raw.b_mode === "0" ? null : raw.b_mode,
    }),
  ],
]);

/** Brings an answer of any version into the one shape that the contract describes. */
export function normalise(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  const { type, element, shape } = definitionOf(inner);
  if (type === "array" && element && Array.isArray(value)) {
    return needsWalk(element) ? value.map((entry) => normalise(element, entry)) : value;
  }
  if (type !== "object" || value === null || typeof value !== "object") return value;
  let result = (rules.get(inner)?.(value as Raw) ?? value) as Raw;
  for (const [key, child] of Object.entries(shape ?? {})) {
    if (result[key] === undefined || result[key] === null || !needsWalk(child)) continue;
    const next = normalise(child, result[key]);
    if (next !== result[key]) result = { ...result, [key]: next };
  }
  return result;
}

const walked = new Map<z.ZodType, boolean>();

/** Whether a rule applies to a schema or below it; most shapes have none and cost nothing. */
function needsWalk(schema: z.ZodType): boolean {
  const inner = unwrap(schema);
  const known = walked.get(inner);
  if (known !== undefined) return known;
  walked.set(inner, false);
  const { type, element, shape } = definitionOf(inner);
  const needed =
    rules.has(inner) ||
    (type === "array" && element !== undefined && needsWalk(element)) ||
    (type === "object" && Object.values(shape ?? {}).some(needsWalk));
  walked.set(inner, needed);
  return needed;
}
