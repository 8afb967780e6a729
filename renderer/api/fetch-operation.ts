import { encodeCall, InvalidInput } from "../../shared/api/contract/encode.ts";
import type { AnyOperation, InputOf, OutputOf } from "../../shared/api/contract/operation.ts";
import { type Paging, readPaging } from "../../shared/api/contract/paging.ts";
import { readResponse } from "../../shared/api/contract/read-response.ts";
import { ProblemError } from "../../shared/errors.ts";
import { hostHeaders, hostParameters, type ListGap, operationsPath } from "../../shared/host/accounts.ts";
import { hostPath } from "../../shared/host/prefix.ts";
import { cancelableRead } from "./cancel-reads.ts";
import { reportMismatches } from "./diagnostics.ts";
import { hostFetch, type Send } from "./host.ts";
import { readGap } from "./list-gap.ts";

/** An operation with a JSON response. */
export type JsonOperation = AnyOperation & { readonly response: { readonly kind: "json" } };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `all`: every page of a list as one array. */
  readonly pages?: "all" | undefined;
  /** `only`: the disk cache's response, else the problem `offline`. */
  readonly cache?: "only" | undefined;
  /** Name under which the host pins the response on disk, whatever its size, until it is released. */
  readonly pinAs?: string | undefined;
  /** Replaces `fetch`, for requests that a worker sends. */
  readonly send?: Send | undefined;
}

/** Source and age of a response. */
export interface Freshness {
  /** Seconds since the data was known to be current. */
  readonly age: number;
  readonly source: "network" | "revalidated" | "cache";
}

/** A JSON response with the values of its headers. */
export interface OperationResponse<T> extends Freshness {
  readonly data: T;
  readonly paging: Paging;
  /** Missing part of a list; undefined where it is complete. */
  readonly gap?: ListGap | undefined;
}

/** Returns an operation's Response, body unread. Throws ProblemError. */
export function callOperation<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<Response> {
  const call = encode(operation, input);
  const isRead = call.method === "GET" || call.method === "HEAD";
  const signal = isRead ? cancelableRead(options.signal) : options.signal;
  const init = {
    method: call.method,
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.contentType ? { headers: { "content-type": call.contentType } } : {}),
    ...(signal ? { signal } : {}),
  };
  return hostFetch(operationsPath(account) + withHostParameters(call.path, options), init, options.send);
}

/** Returns an operation's JSON response, parsed leniently; mismatches go to Diagnostics. Throws ProblemError. */
export async function requestOperation<O extends JsonOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<OperationResponse<OutputOf<O>>> {
  const response = await callOperation(account, operation, input, options);
  const { value, mismatches } = readResponse(operation, await readJson(response));
  if (mismatches.length > 0) reportMismatches(account, operation, mismatches);
  const paging = readPaging(response.headers);
  return { data: value, paging, gap: readGap(response.headers), ...readFreshness(response.headers) };
}

/** Parses a body that may break off, since the host streams long ones. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new ProblemError({
        code: "bad_response",
        message: "The response is incomplete or has an unexpected format.",
        detail: error.message,
        retry: true,
      });
    }
    if (!(error instanceof TypeError)) throw error;
    throw new ProblemError({
      code: "unavailable",
      message: "The connection was lost before the response was complete.",
      detail: error.message,
      retry: true,
    });
  }
}

/** Returns the data of {@link requestOperation}. */
export async function fetchOperation<O extends JsonOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  signal?: AbortSignal,
): Promise<OutputOf<O>> {
  return (await requestOperation(account, operation, input, { signal })).data;
}

/** URL at which the page itself (`<img>`, `<video>`) may load an operation's bytes. Reads only. */
export function operationUrl<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
): string {
  return hostPath(operationsPath(account) + encode(operation, input).path);
}

/** Returns path and query below `/api/v4` of a call, for a download. */
export const operationPath = <O extends AnyOperation>(operation: O, input: InputOf<O>): string =>
  encode(operation, input).path;

export function readFreshness(headers: Headers): Freshness {
  const source = headers.get(hostHeaders.source);
  return {
    age: Number(headers.get(hostHeaders.age) ?? 0),
    source: source === "cache" || source === "revalidated" ? source : "network",
  };
}

function withHostParameters(path: string, options: CallOptions): string {
  const extra = new URLSearchParams();
  if (options.pages) extra.set(hostParameters.pages, options.pages);
  if (options.cache) extra.set(hostParameters.cache, options.cache);
  if (options.pinAs) extra.set(hostParameters.pin, options.pinAs);
  const text = extra.toString();
  return text ? path + (path.includes("?") ? "&" : "?") + text : path;
}

/** Encodes a call. Throws ProblemError for invalid input. */
function encode<O extends AnyOperation>(operation: O, input: InputOf<O>) {
  try {
    return encodeCall(operation, input);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new ProblemError({
      code: "invalid_input",
      message: error.message,
      operation: `${operation.method} ${operation.path}`,
      fields: Object.fromEntries(error.issues.map((issue) => [issue.field, [issue.message]])),
    });
  }
}
