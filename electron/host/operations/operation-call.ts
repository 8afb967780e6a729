import { randomUUID } from "node:crypto";
import { z } from "zod";
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
  readonly body: Uint8Array | string | StreamedBody | undefined;
  readonly contentType: string | undefined;
  /** The checked input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the response is named by a full hash, so that it never changes. */
  readonly pinned: boolean;
  /** Git's id of the requested blob, where that is a whole hash. */
  readonly blobId: string | null;
}

/** A body that is sent while it arrives, once. */
export interface StreamedBody {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Bytes. */
  readonly size: number;
}

/** A file as the page sends it. */
export interface SentFile extends StreamedBody {
  readonly name: string;
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
  return named(operation, async () => {
    const input = decodeInput(operation, { params, search, body: await parseBody(body, bodyType) }, "strict");
    return encodeOperationCall(operation, input);
  });
}

/**
 * Checks a call whose body is one file against the contract and builds it: the file is sent on while it arrives, in a form
 * of the host's own. Throws ProblemError `invalid_input`, also for an operation that takes something else.
 */
export function checkFileCall(
  { operation, params }: Match,
  search: URLSearchParams,
  file: SentFile,
): Promise<OperationCall> {
  return named(operation, async () => {
    const field = fileFieldOf(operation);
    if (field === undefined)
      throw new InvalidInput([{ field: "body", message: "cannot be a file", kind: "invalid" }]);
    const form = new FormData();
    form.append(field, new File([], file.name));
    const input = decodeInput(operation, { params, search, body: form }, "strict");
    const { path } = encodeCall(operation, input);
    return {
      ...{ operation, key: operationKey(operation), path, input, pinned: false, blobId: null },
      ...inForm(field, file),
    };
  });
}

/** Returns the name of the field of a form that takes a file; undefined for an operation without one. */
const fileFieldOf = ({ encoding, body }: AnyOperation): string | undefined =>
  encoding === "multipart"
    ? Object.keys(body).find((name) => {
        const field = body[name];
        return field instanceof z.ZodType && field.safeParse(new File([], "file")).success;
      })
    : undefined;

/** Returns a multipart body of one file, and its type. */
function inForm(field: string, { name, stream, size }: SentFile) {
  const boundary = `helve-${randomUUID()}`;
  const escaped = name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${escaped}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  );
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts() {
    yield head;
    yield* stream;
    yield end;
  }
  return {
    body: { stream: { [Symbol.asyncIterator]: parts }, size: head.length + size + end.length },
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Throws an input that the contract refuses as a ProblemError that names operation and fields. */
async function named(operation: AnyOperation, check: () => Promise<OperationCall>): Promise<OperationCall> {
  const key = operationKey(operation);
  try {
    return await check();
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
