import type { z } from "zod";
import { describeIssue, inputSentence } from "../../../shared/api/contract/input-sentence.ts";
import { ProblemError } from "../../../shared/errors.ts";

/** Returns the value of JSON bytes, undefined for no bytes at all. Throws ProblemError `invalid_input`. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ProblemError({ code: "invalid_input", message: "The request's body is not JSON." });
  }
}

/** Returns a value parsed by a schema. Throws ProblemError `invalid_input` that names every invalid field. */
export function checkInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join(".");
    fields[field] = [...(fields[field] ?? []), describeIssue(issue)];
  }
  const [field, [text = ""] = []] = Object.entries(fields)[0] ?? ["", ["This input is not valid"]];
  const first = result.error.issues[0];
  const message = inputSentence(first?.code === "custom" ? "" : field, text);
  throw new ProblemError({ code: "invalid_input", message, fields });
}
