import type { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";

const mebibyte = 1024 * 1024;

/** Reads a request's whole body, at most `limit` bytes. Throws ProblemError `too_large`. */
export async function readBytes(request: Request, limit = 512 * mebibyte): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new ProblemError({
      code: "too_large",
      message: `That is more than the ${Math.floor(limit / mebibyte)} MiB that can be sent at once.`,
    });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** Parses JSON bytes; nothing at all is undefined. Throws ProblemError `invalid_input`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ProblemError({ code: "invalid_input", message: "The request's body is not JSON." });
  }
}

/** Checks a value against a schema. Throws ProblemError `invalid_input` that names every field. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join(".");
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  const [field, messages] = Object.entries(fields)[0] ?? ["", ["invalid"]];
  const message = field ? `${field}: ${messages[0]}` : String(messages[0]);
  throw new ProblemError({ code: "invalid_input", message, fields });
}

/** Reads and checks a JSON body. Throws ProblemError. */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  limit = mebibyte,
): Promise<z.output<S>> {
  return check(schema, parseJson(await readBytes(request, limit)));
}
