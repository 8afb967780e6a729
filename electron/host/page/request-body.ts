import type { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import { checkInput, parseJsonBody } from "../input.ts";

const mebibyte = 1024 * 1024;

/** Returns a request's body of at most `limit` bytes. Throws ProblemError `too_large`. */
export async function readRequestBody(
  request: Request,
  limit = 512 * mebibyte,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new ProblemError({
      code: "too_large",
      message: `That is more than the ${Math.floor(limit / 1_000_000)} MB that can be sent at once.`,
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

/** Reads and checks a JSON body. Throws ProblemError. */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  limit = mebibyte,
): Promise<z.output<S>> {
  return checkInput(schema, parseJsonBody(await readRequestBody(request, limit)));
}
