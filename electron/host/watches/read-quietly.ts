import type { AnyOperation, InputOf, OutputOf } from "../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import { type ReadContext, readOperation } from "../operations/read-operation.ts";

interface QuietRead {
  readonly signal: AbortSignal;
  /** Reads all of it from the service, whatever the cache has. */
  readonly fresh: boolean;
}

/**
 * Reads from a service with a lower priority than visible views. `isNow` is false for what the cache has of a service that cannot
 * be reached. Throws ProblemError.
 */
export async function readQuietly<O extends AnyOperation>(
  context: ReadContext,
  operation: O,
  input: InputOf<O>,
  { signal, fresh }: QuietRead,
): Promise<{ readonly value: OutputOf<O>; readonly isNow: boolean }> {
  const call = await encodeOperationCall(operation, input);
  const { body, source } = await readOperation(context, call, { signal, fresh, priority: "bulk" });
  const { value } = readResponse(operation, await new Response(body).json());
  return { value, isNow: source !== "cache" };
}
