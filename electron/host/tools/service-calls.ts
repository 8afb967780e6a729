import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import { InvalidInput } from "../../../shared/api/contract/encode-values.ts";
import type { AnyOperation, InputOf, OutputOf } from "../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { encodeOperationCall, type OperationCall } from "../operations/operation-call.ts";
import type { OperationResponse } from "../operations/response-headers.ts";
import {
  type OperationParts,
  type ReportParts,
  reportOperation,
  runOperation,
} from "../operations/run-operation.ts";

/** Bytes of the longest JSON response that is read for another program. */
const maxJsonBytes = 32 * 1024 * 1024;

interface CallOptions {
  readonly signal: AbortSignal;
  /** Reads every page of a list. */
  readonly allPages?: boolean;
}

/** The beginning of a body. */
export interface BodyStart {
  readonly bytes: Uint8Array;
  /** Whether the body goes on. */
  readonly isCut: boolean;
}

/** Calls operations of accounts for other programs, with the checks and reports that the page's calls have. */
export class ServiceCalls {
  readonly #parts: OperationParts & ReportParts;

  constructor(parts: OperationParts & ReportParts) {
    this.#parts = parts;
  }

  /** Returns the JSON of an operation in the contract's shape. Throws ProblemError. */
  async json<O extends AnyOperation>(
    account: string,
    operation: O,
    input: InputOf<O>,
    options: CallOptions,
  ): Promise<OutputOf<O>> {
    const { bytes, isCut } = await this.bytes(account, operation, input, maxJsonBytes, options);
    if (isCut) throw new ProblemError({ code: "too_large", message: "The service's response is too large." });
    return readResponse<O>(operation, JSON.parse(new TextDecoder().decode(bytes))).value;
  }

  /** Returns the first bytes of an operation's body. Throws ProblemError. */
  async bytes<O extends AnyOperation>(
    account: string,
    operation: O,
    input: InputOf<O>,
    maxBytes: number,
    { signal, allPages = false }: CallOptions,
  ): Promise<BodyStart> {
    const { accounts } = this.#parts;
    const { body } = await reportOperation(this.#parts, account, operationKey(operation), async () => {
      if (operation.extension === "local" && accounts.get(account).kind !== "local")
        throw new ProblemError({ code: "not_found", message: "This service does not have that." });
      const call = await encoded(operation, input as Record<string, unknown>);
      return runOperation(this.#parts, account, call, { signal, allPages, cacheOnly: false, pinAs: null });
    });
    return readStart(body, maxBytes);
  }
}

async function encoded(operation: AnyOperation, input: Record<string, unknown>): Promise<OperationCall> {
  try {
    return await encodeOperationCall(operation, input);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new ProblemError({ code: "invalid_input", message: error.message });
  }
}

async function readStart(body: OperationResponse["body"], maxBytes: number): Promise<BodyStart> {
  if (body === null) return { bytes: new Uint8Array(), isCut: false };
  if (body instanceof Uint8Array)
    return { bytes: body.subarray(0, maxBytes), isCut: body.byteLength > maxBytes };
  const start = new Uint8Array(maxBytes);
  let size = 0;
  for await (const chunk of body) {
    const taken = chunk.subarray(0, maxBytes - size);
    start.set(taken, size);
    size += taken.byteLength;
    if (taken.byteLength < chunk.byteLength) return { bytes: start, isCut: true };
  }
  return { bytes: start.subarray(0, size), isCut: false };
}
