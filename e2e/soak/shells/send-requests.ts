import { connect } from "node:net";
import { createRandom } from "../../../electron/service/sample/seed/random.ts";
import { malformedRequest, type RawRequest, type SessionHeaders } from "./malformed-request.ts";

export interface SendOptions {
  readonly port: number;
  readonly entrance: SessionHeaders;
  readonly count: number;
  readonly seed: number;
  /** Connections at a time. */
  readonly parallel: number;
}

/** The responses. */
export interface Outcome {
  /** Number of responses by status; `closed` where the connection ended without one. */
  readonly statuses: Map<string, number>;
  /** Requests, as text, with neither a refusal nor a right response; the first 20. */
  readonly wrong: string[];
  /** Requests that were dropped before their end. */
  readonly aborted: number;
}

/** Milliseconds that a response may take before the connection is dropped: an incomplete request has none. */
const responseTimeoutMs = 400;

/** Sends malformed requests from a seed. */
export async function sendRequests(options: SendOptions): Promise<Outcome> {
  const random = createRandom(options.seed);
  const statuses = new Map<string, number>();
  const wrong: string[] = [];
  const state = { left: options.count, aborted: 0 };
  const worker = async () => {
    while (state.left-- > 0) {
      const request = malformedRequest(random, options.entrance);
      if (request.abortAt !== null) state.aborted++;
      const status = await send(options.port, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!isRight(status, request) && wrong.length < 20) {
        wrong.push(`${status} for ${JSON.stringify(request.bytes.subarray(0, 300).toString("latin1"))}`);
      }
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  return { statuses, wrong, aborted: state.aborted };
}

/**
 * Returns whether a status is right: a refusal for all; an admitted request may also get a response, an interim one or
 * 501.
 */
function isRight(status: string, { isAdmitted }: RawRequest): boolean {
  if (status === "closed" || /^4\d\d$/.test(status)) return true;
  return status === "100" || (isAdmitted && /^(2\d\d|30[34]|501|503)$/.test(status));
}

/** Resolves with the status of the response, or `closed`. */
function send(port: number, { bytes, abortAt }: RawRequest): Promise<string> {
  return new Promise((resolve) => {
    let head = "";
    const socket = connect(port, "127.0.0.1", () => {
      if (abortAt === null) socket.write(bytes);
      else socket.write(bytes.subarray(0, abortAt), () => setTimeout(() => socket.destroy(), 1));
    });
    socket.setTimeout(responseTimeoutMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (head.length >= 12) socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? "closed"));
  });
}
