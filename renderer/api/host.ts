import { CancelledError } from "@tanstack/react-query";
import type { z } from "zod";
import { type Problem, ProblemError, problem } from "../../shared/errors.ts";
import { hostHeaders } from "../../shared/host/accounts.ts";
import { hostPath } from "../../shared/host/prefix.ts";
import { confirmationHeader } from "../../shared/host/shell.ts";
import { parseJson } from "../../shared/text/parse-json.ts";
import { askForCode } from "./confirmation.ts";

const silent: Problem = problem.parse({
  code: "unavailable",
  message: "Helve's background process does not respond. Restart Helve; nothing you typed is lost.",
  changed: "unknown",
  retry: true,
});

/** Sends a request to the host, for example through a worker that caches the body. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Sends a request to the host. One that the shell confirms with a code is sent again with the code that the user types,
 * until that is the right one or is canceled. `path` is a route of `shared/host` such as `/accounts`. Throws {@link ProblemError} for
 * every response that is not a success or came too late for `signal`, and `AbortError` when `signal` fired otherwise. `send` replaces `fetch`.
 */
export async function hostFetch(
  path: string,
  init?: RequestInit,
  send: Send = (url, options) => fetch(url, options),
): Promise<Response> {
  let response = await sendOnce(path, init, send);
  for (let isWrong = false; !response.ok; isWrong = true) {
    const problem = await readProblem(response);
    const { confirmation, ...fields } = problem.fields ?? {};
    if (problem.code !== "unconfirmed" || !confirmation) throw new ProblemError(problem);
    const code = await askForCode({ details: confirmation, isWrong }, init?.signal);
    if (code === null)
      throw new ProblemError({ ...problem, fields, message: "Not confirmed. Nothing was changed." });
    const headers = new Headers(init?.headers);
    headers.set(confirmationHeader, encodeURIComponent(code));
    response = await sendOnce(path, { ...init, headers: Object.fromEntries(headers) }, send);
  }
  return response;
}

async function sendOnce(path: string, init: RequestInit | undefined, send: Send): Promise<Response> {
  try {
    return await send(hostPath(path), init);
  } catch (cause) {
    if (init?.signal?.aborted && !isTimeout(cause)) throw cause;
    throw new ProblemError(silent);
  }
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === "TimeoutError";

/** {@link hostFetch} with a JSON body and a validated JSON response. */
export async function hostJson<S extends z.ZodType>(
  schema: S,
  path: string,
  method: "GET" | "POST" | "PUT" | "PATCH" = "GET",
  body?: unknown,
  signal?: AbortSignal,
): Promise<z.output<S>> {
  const response = await hostFetch(path, jsonInit(method, body, signal));
  return schema.parse(await response.json());
}

/** {@link hostFetch} for a route without a response body. */
export async function hostSend(
  path: string,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  body?: unknown,
): Promise<void> {
  await hostFetch(path, jsonInit(method, body));
}

function jsonInit(method: string, body: unknown, signal?: AbortSignal): RequestInit {
  return {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(signal ? { signal } : {}),
  };
}

/** Returns the problem of a failed response: of HEAD, which has no body, from a header. */
async function readProblem(response: Response): Promise<Problem> {
  const header = response.headers.get(hostHeaders.problem);
  const text = header === null ? await response.text().catch(() => "") : decodeURIComponent(header);
  const parsed = problem.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  return problem.parse({
    code: "bad_response",
    message: "Helve's background process sent an unexpected response.",
    detail: `HTTP ${response.status}`,
    status: response.status,
    changed: "unknown",
    retry: true,
  });
}

/** Messages of the TypeError of a body that breaks off while it is read, in Chromium, Firefox, Safari and Node. */
const brokenBody = /^(network error|error in body stream|error in input stream|load failed|terminated)$/i;

/** The {@link Problem} in whatever was thrown; an unknown error becomes `internal`, with its text as detail. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof CancelledError || (error instanceof DOMException && error.name === "AbortError")) {
    return problem.parse({
      code: "canceled",
      message: "The request was canceled before its response was complete.",
      retry: true,
    });
  }
  if (error instanceof TypeError && brokenBody.test(error.message)) {
    return problem.parse({
      code: "unavailable",
      message: "The connection was lost before the response was complete.",
      detail: error.message,
      retry: true,
    });
  }
  return problem.parse({
    code: "internal",
    message: "An internal error occurred in Helve.",
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    retry: true,
  });
}
