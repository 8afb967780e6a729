import type { z } from "zod";
import { definitionOf, isOptional, unwrap } from "./schema-walk.ts";

/** Secret fields of a response. */
export interface ResponseSecrets {
  /** Names of the secret fields. */
  readonly names: readonly string[];
  /** Whether the response still fits its schema without them. */
  readonly removable: boolean;
}

/** Returns the fields of a response's schema that are marked with `secret()`, at any depth. */
export function secretsOf(schema: z.ZodType): ResponseSecrets {
  const names = new Set<string>();
  const seen = new Set<z.ZodType>();
  let removable = true;
  const visit = (given: z.ZodType): void => {
    const inner = unwrap(given);
    if (seen.has(inner)) return;
    seen.add(inner);
    const { shape, element, valueType, options } = definitionOf(inner);
    for (const [name, field] of Object.entries(shape ?? {})) {
      if (unwrap(field).meta()?.secret) {
        names.add(name);
        removable &&= isOptional(field);
      } else visit(field);
    }
    for (const part of [element, valueType, ...(options ?? [])]) if (part) visit(part);
  };
  visit(schema);
  return { names: [...names], removable };
}
