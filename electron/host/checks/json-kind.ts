import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { definitionOf, unwrap } from "../../../shared/api/contract/schema-walk.ts";
import type { JsonKind } from "./json-check.ts";

/** The kind of JSON that an operation responds with. */
export function jsonKindOf({ response }: AnyOperation): JsonKind {
  if (response.kind !== "json") return "any";
  const { type } = definitionOf(unwrap(response.schema));
  if (type === "array") return "array";
  if (type !== "object" && type !== "record") return "any";
  return response.schema.safeParse(null).success ? "object or null" : "object";
}
