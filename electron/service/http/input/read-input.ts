import type { Match } from "../../../../shared/api/contract/match.ts";
import { operationKey } from "../../../../shared/api/contract/operation.ts";
import { readAll, requestBytes } from "../request-bytes.ts";
import { decodeCall, parseBody } from "./decode-call.ts";
import { decodeInThread } from "./decode-in-thread.ts";
import { readForm } from "./read-form.ts";

/** Bytes of a body up to which it is read at once: a few milliseconds of work. */
const maxBytesHere = 256 * 1024;

/**
 * Returns the input of an operation for a caller who may call it. Throws 400 that names each missing or invalid parameter,
 * and another 4xx for a body that is larger than the operation takes, broken, or not what its headers say.
 */
export async function readInput(
  { operation, params }: Match,
  request: Request,
  url: URL,
): Promise<Record<string, unknown>> {
  const { searchParams: query } = url;
  if (request.body === null || operation.method === "GET" || operation.method === "HEAD")
    return decodeCall(operation, { params, search: query, body: undefined });
  const { maxBodyBytes } = operation;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readAll(requestBytes(request, { arriving: maxBodyBytes, unpacked: maxBodyBytes }));
  if (type.includes("multipart/form-data"))
    return decodeCall(operation, { params, search: query, body: await readForm(bytes, type) });
  if (bytes.length > maxBytesHere)
    return decodeInThread({ key: operationKey(operation), params, search: url.search.slice(1), bytes, type });
  return decodeCall(operation, { params, search: query, body: parseBody(bytes, type) });
}
