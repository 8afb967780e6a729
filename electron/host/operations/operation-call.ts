import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import { decodeInput } from "../../../shared/api/contract/decode.ts";
import { encodeCall } from "../../../shared/api/contract/encode.ts";
import { InvalidInput } from "../../../shared/api/contract/encode-values.ts";
import { createMatcher, type Match } from "../../../shared/api/contract/match.ts";
import { type AnyOperation, type Method, methods } from "../../../shared/api/contract/operation.ts";
import { operations } from "../../../shared/api/index.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { hostParameters } from "../../../shared/host/accounts.ts";
import { parseJsonBody } from "../checks/input.ts";

/** A call that the contract allows, built from its checked input. */
export interface OperationCall {
  readonly operation: AnyOperation;
  /** `METHOD /path/:template`. */
  readonly key: string;
  /** Raw path and query below `/api/v4`. */
  readonly path: string;
  readonly body: Uint8Array | string | undefined;
  readonly contentType: string | undefined;
  /** The checked input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the response is named by a full hash, so that it never changes. */
  readonly pinned: boolean;
  /** Git's id of the requested blob, where that is a whole hash. */
  readonly blobId: string | null;
}

const isWholeHash = (value: unknown): value is string =>
  typeof value === "string" && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(value);

const match = createMatcher(Object.values(operations));
const isMethod = (text: string): text is Method => methods.some((method) => method === text);

/** Returns the operation of a method, raw path and query. Throws ProblemError for anything outside the contract. */
export function findAllowedOperation(
  method: string,
  path: string,
  search: URLSearchParams,
  kind: "local" | "remote",
): Match {
  const found = isMethod(method) ? match(method, path, search) : undefined;
  if (found && (found.operation.extension !== "local" || kind === "local")) return found;
  throw new ProblemError({
    code: "not_found",
    message: "Unknown operation; nothing was sent.",
    detail: `${method} ${path}`,
  });
}

/**
 * Checks a call against the contract and builds it. What is sent is made from the checked input alone, never from
 * the page's own text. Throws ProblemError `invalid_input` that names the field.
 */
export async function checkCall(
  found: Match,
  search: URLSearchParams,
  body: Uint8Array<ArrayBuffer> | undefined,
  bodyType: string | null,
): Promise<OperationCall> {
  const { operation, params } = found;
  const key = operationKey(operation);
  try {
    const input = decodeInput(operation, { params, search, body: await parseBody(body, bodyType) }, "strict");
    return await encodeOperationCall(operation, input);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const fields: Record<string, string[]> = {};
    for (const { field, message } of error.issues) fields[field] = [...(fields[field] ?? []), message];
    throw new ProblemError({ code: "invalid_input", message: error.message, operation: key, fields });
  }
}

/** Returns the call of an operation with an input. Throws InvalidInput where that does not fit. */
export async function encodeOperationCall(
  operation: AnyOperation,
  input: Record<string, unknown>,
): Promise<OperationCall> {
  const call = encodeCall(operation, input);
  const form = call.body instanceof FormData ? new Response(call.body) : undefined;
  const hash = operation.pinnedBy === undefined ? undefined : input[operation.pinnedBy];
  const pinned = isWholeHash(hash);
  return {
    operation,
    key: operationKey(operation),
    path: call.path,
    input,
    body: form ? await form.bytes() : (call.body as string | undefined),
    contentType: form ? (form.headers.get("content-type") ?? undefined) : call.contentType,
    pinned,
    blobId: pinned && operation.contentHash === "git-blob" ? hash : null,
  };
}

async function parseBody(body: Uint8Array<ArrayBuffer> | undefined, type: string | null): Promise<unknown> {
  if (!body || body.byteLength === 0) return undefined;
  if (!type?.startsWith("multipart/form-data")) return parseJsonBody(body);
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    throw new ProblemError({ code: "invalid_input", message: "The request's form cannot be read." });
  }
}

/** Returns the parameters that are meant for the host, and removes them from the query. */
export function takeHostParameters(search: URLSearchParams) {
  const options = {
    allPages: search.get(hostParameters.pages) === "all",
    cacheOnly: search.get(hostParameters.cache) === "only",
    pinAs: search.get(hostParameters.pin),
  };
  for (const name of Object.values(hostParameters)) search.delete(name);
  return options;
}
