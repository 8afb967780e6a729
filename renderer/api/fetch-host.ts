import { CancelledError } from "@tanstack/react-query";
import { create } from "zustand";
import { completeProblem, type Problem, ProblemError } from "../../shared/errors.ts";
import {
  type HostRoute,
  type RouteAddress,
  type RouteCall,
  type RouteOutput,
  routeUrl,
} from "../../shared/host/host-route.ts";
import { hostIsSilent, readProblem } from "../../shared/host/problem-responses.ts";
import { confirmationHeader } from "../../shared/host/shell.ts";

/** Sends a request to the host, for example through a worker that caches the body. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Sends a request to the host. One that the shell confirms with a code is sent again with the code that the user types,
 * until that is the right one or is canceled. Throws {@link ProblemError} for
 * every response that is not a success or came too late for `signal`, and `AbortError` when `signal` fired otherwise. `send` replaces `fetch`.
 */
export async function fetchHost<R extends HostRoute>(
  route: R,
  address: RouteAddress<R>,
  given?: RequestInit,
  send: Send = (url, options) => fetch(url, options),
): Promise<Response> {
  const url = routeUrl(route, address);
  const init = { method: route.key.replace(/ .*/, ""), ...given };
  let response = await sendOnce(url, init, send);
  for (let isWrong = false; !response.ok; isWrong = true) {
    const problem = await readProblem(response);
    const { confirmation, ...fields } = problem.fields ?? {};
    if (problem.code !== "unconfirmed" || !confirmation) throw new ProblemError(problem);
    const code = await askForCode({ details: confirmation, isWrong }, init.signal);
    if (code === null)
      throw new ProblemError({ ...problem, fields, message: "Not confirmed. Nothing was changed." });
    const headers = new Headers(init.headers);
    headers.set(confirmationHeader, encodeURIComponent(code));
    response = await sendOnce(url, { ...init, headers: Object.fromEntries(headers) }, send);
  }
  return response;
}

async function sendOnce(url: string, init: RequestInit, send: Send): Promise<Response> {
  try {
    return await send(url, init);
  } catch (cause) {
    if (init.signal?.aborted && !isTimeout(cause)) throw cause;
    throw hostIsSilent();
  }
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === "TimeoutError";

type CallArguments<Call> =
  Record<never, never> extends Call
    ? [call?: Call, signal?: AbortSignal]
    : [call: Call, signal?: AbortSignal];

/** Calls a route of the host, and returns its parsed JSON where it has some. Throws as {@link fetchHost} does. */
export async function callHost<R extends HostRoute>(
  route: R,
  ...[call, signal]: CallArguments<RouteCall<R>>
): Promise<RouteOutput<R>> {
  const { body, ...address } = (call ?? {}) as { body?: unknown };
  const response = await fetchHost(route, address as RouteAddress<R>, {
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    signal: signal ?? null,
  });
  // The host sends what the route declares, and 204 where that is nothing.
  return (response.status === 204 ? undefined : await response.json()) as RouteOutput<R>;
}

/** Messages of the TypeError of a body that breaks off while it is read, in Chromium, Firefox, Safari and Node. */
const brokenBody = /^(network error|error in body stream|error in input stream|load failed|terminated)$/i;

/** The {@link Problem} in whatever was thrown; an unknown error becomes `internal`, with its text as detail. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof CancelledError || (error instanceof DOMException && error.name === "AbortError")) {
    return completeProblem({
      code: "canceled",
      message: "The request was canceled before its response was complete.",
      retry: true,
    });
  }
  if (error instanceof TypeError && brokenBody.test(error.message)) {
    return completeProblem({
      code: "unavailable",
      message: "The connection was lost before the response was complete.",
      detail: error.message,
      retry: true,
    });
  }
  return completeProblem({
    code: "internal",
    message: "An internal error occurred in Helve.",
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    retry: true,
  });
}

/** Question that the user confirms with a code that the shell printed outside of the page. */
interface CodeQuestion {
  /** One line for each part. */
  readonly details: readonly string[];
  /** Whether the code that was typed before was not the right one. */
  readonly isWrong: boolean;
}

interface AskedQuestion extends CodeQuestion {
  readonly respond: (code: string | null) => void;
}

/** The open question, for the dialog that shows it; null while there is none. */
export const useCodeQuestion = create<{ readonly asked: AskedQuestion | null }>(() => ({ asked: null }));

const queue: { last: Promise<unknown> } = { last: Promise.resolve() };

/** Opens the dialog for a code, after earlier ones. Returns null where the user, or `signal`, canceled it. */
function askForCode(question: CodeQuestion, signal?: AbortSignal | null): Promise<string | null> {
  const code = queue.last.then(() => openQuestion(question, signal));
  queue.last = code;
  return code;
}

function openQuestion(question: CodeQuestion, signal?: AbortSignal | null): Promise<string | null> {
  return new Promise((resolve) => {
    const respond = (code: string | null) => {
      signal?.removeEventListener("abort", cancel);
      useCodeQuestion.setState({ asked: null });
      resolve(code);
    };
    const cancel = () => respond(null);
    if (signal?.aborted) return resolve(null);
    signal?.addEventListener("abort", cancel);
    useCodeQuestion.setState({ asked: { ...question, respond } });
  });
}
