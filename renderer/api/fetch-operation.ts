import { encodeValues, InvalidInput } from "../../shared/api/contract/encode-values.ts";
import type { AnyOperation, InputOf, OutputOf } from "../../shared/api/contract/operation.ts";
import { type Paging, readPaging } from "../../shared/api/contract/paging.ts";
import { ProblemError } from "../../shared/errors.ts";
import {
  accountRoutes,
  fileHeaders,
  hostHeaders,
  hostParameters,
  type ListGap,
} from "../../shared/host/accounts.ts";
import { routeUrl } from "../../shared/host/host-route.ts";
import type { Optional } from "../../shared/optional.ts";
import { fetchHost, type Send } from "./fetch-host.ts";
import { readGap } from "./list-gap.ts";

/** An operation with a JSON response. */
export type JsonOperation = AnyOperation & { readonly response: { readonly kind: "json" } };

export type OperationCallOptions = Optional<{
  signal: AbortSignal;
  /** `all`: every page of a list as one array. */
  pages: "all";
  /** `only`: the disk cache's response, else the problem `offline`. */
  cache: "only";
  /** Name under which the host pins the response on disk, whatever its size, until it is released. */
  pinAs: string;
  /** Headers for the host. */
  headers: Readonly<Record<string, string>>;
  /** Replaces `fetch`, for requests that a worker sends. */
  send: Send;
}>;

/** Source and age of a response. */
interface Freshness {
  /** Seconds since the data was known to be current. */
  readonly age: number;
  readonly source: "network" | "revalidated" | "cache";
}

/** A JSON response with the values of its headers. */
export interface JsonResponse<T> extends Freshness {
  readonly data: T;
  readonly paging: Paging;
  /** Missing part of a list; undefined where it is complete. */
  readonly gap: ListGap | undefined;
}

/** Returns an operation's Response, body unread. Throws ProblemError. */
export function callOperation<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  options: OperationCallOptions = {},
): Promise<Response> {
  const call = encode(operation, input);
  const isRead = call.method === "GET" || call.method === "HEAD";
  const signal = isRead ? cancelableRead(options.signal) : options.signal;
  const init = {
    method: call.method,
    ...bodyOf(call.body, {
      ...options.headers,
      ...(call.contentType ? { "content-type": call.contentType } : {}),
    }),
    ...(signal ? { signal } : {}),
  };
  const address = { id: account, "*": withHostParameters(call.path, options) };
  return fetchHost(accountRoutes.operations, address, init, options.send);
}

/** Returns body and headers of a request; a form of one file is sent as that file, which the host then need not hold in memory. */
function bodyOf(body: string | FormData | undefined, headers: Readonly<Record<string, string>>) {
  if (body === undefined) return { headers };
  const fields = typeof body === "string" ? [] : [...body.values()];
  const [file] = fields;
  if (fields.length !== 1 || !(file instanceof File)) return { body, headers };
  return {
    body: file,
    headers: {
      ...headers,
      "content-type": "application/octet-stream",
      [fileHeaders.name]: encodeURIComponent(file.name.toWellFormed()),
      [fileHeaders.size]: String(file.size),
    },
  };
}

/** Returns an operation's JSON response, which the host has brought into the contract's shape. Throws ProblemError. */
export async function requestOperation<O extends JsonOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  options: OperationCallOptions = {},
): Promise<JsonResponse<OutputOf<O>>> {
  const response = await callOperation(account, operation, input, options);
  const data: OutputOf<O> = await readJson(response);
  const paging = readPaging(response.headers);
  return { data, paging, gap: readGap(response.headers), ...readFreshness(response.headers) };
}

/** Parses a body that may break off, since the host streams long ones. */
async function readJson<T>(response: Response): Promise<T> {
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

/** URL at which the page itself (`<img>`, `<video>`) or a worker may load an operation's response. Reads only. */
export function operationUrl<O extends AnyOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  options: Pick<OperationCallOptions, "pages" | "pinAs"> = {},
): string {
  const path = withHostParameters(encode(operation, input).path, options);
  return routeUrl(accountRoutes.operations, { id: account, "*": path });
}

/** Returns path and query below `/api/v4` of a call, for a download. */
export const operationPath = <O extends AnyOperation>(operation: O, input: InputOf<O>): string =>
  encode(operation, input).path;

/** Returns source and age of a response from the headers that the host adds. */
export function readFreshness(headers: Headers): Freshness {
  const source = headers.get(hostHeaders.source);
  return {
    age: Number(headers.get(hostHeaders.age) ?? 0),
    source: source === "cache" || source === "revalidated" ? source : "network",
  };
}

function withHostParameters(path: string, options: OperationCallOptions): string {
  const extra = new URLSearchParams();
  if (options.pages) extra.set(hostParameters.pages, options.pages);
  if (options.cache) extra.set(hostParameters.cache, options.cache);
  if (options.pinAs) extra.set(hostParameters.pin, options.pinAs);
  const text = extra.toString();
  return text ? path + (path.includes("?") ? "&" : "?") + text : path;
}

/** Encodes a call, which the host checks. Throws ProblemError where it has no address. */
function encode<O extends AnyOperation>(operation: O, input: InputOf<O>) {
  try {
    return encodeValues(operation, input);
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

/** Controller of the reads that run. */
let controller = new AbortController();

/** Returns a signal that fires with the next {@link cancelReads}, or with `signal`. */
export const cancelableRead = (signal?: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;

/**
 * Cancels the running reads of all accounts; views without data then offer Retry. Writes are never canceled, since what
 * they did would be unknown, nor are the host's own reads, such as those of watched jobs, for which nobody waits. A view
 * that opens later reads again: the user asked for it after they canceled.
 */
export function cancelReads(): void {
  controller.abort();
  controller = new AbortController();
}
