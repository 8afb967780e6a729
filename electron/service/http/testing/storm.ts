import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Seeded } from "../../testing/seeded.ts";
import { malformedRequest, type RawRequest, type Target } from "./malformed-request.ts";

/** Milliseconds that a request which is not complete waits before it is given up. */
const shortWaitMs = 100;
/** Milliseconds after which a complete request counts as one without a response. */
const longWaitMs = 60_000;

/** Results of the requests. */
interface StormResult {
  readonly sent: number;
  /** Number of responses by status; 0 where the connection ended without one. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests whose response was wrong: a 5xx other than 501, or none at all for a complete one. */
  readonly wrong: readonly string[];
}

/** Sends malformed requests, `atOnce` in parallel, until `isOver` returns true. */
export async function storm(
  target: Target,
  random: Seeded,
  atOnce: number,
  isOver: (sent: number) => boolean,
): Promise<StormResult> {
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  let sent = 0;
  const lane = async () => {
    while (!isOver(sent)) {
      sent++;
      const request = malformedRequest(random, target);
      const status = await send(target.host, request, random.below(4));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isWrong = (status >= 500 && status !== 501) || (status === -1 && request.isComplete);
      if (isWrong)
        wrong.push(`${status}: ${JSON.stringify(request.bytes.subarray(0, 600).toString("latin1"))}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { sent, statuses, wrong };
}

/** Sends the bytes in pieces. Resolves with the status; 0 where the connection ended without one, -1 after a long wait. */
async function send(
  host: string,
  { bytes, isComplete, breaksOff }: RawRequest,
  cuts: number,
): Promise<number> {
  const socket = connect(Number(host.split(":")[1]), "127.0.0.1");
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  let reply = "";
  const replied = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      if (reply.length < 12) reply += chunk.toString("latin1", 0, 64);
      if (reply.length >= 12) resolve();
    });
  });
  const step = Math.ceil(bytes.length / (cuts + 1)) || 1;
  for (let at = 0; at < bytes.length; at += step) {
    socket.write(bytes.subarray(at, at + step));
    if (cuts > 0) await setTimeout(1);
  }
  if (breaksOff) {
    await Promise.race([closed, setTimeout(5)]);
  } else {
    const giveUp = new AbortController();
    const wait = setTimeout(isComplete ? longWaitMs : shortWaitMs, "late", { signal: giveUp.signal }).catch(
      () => "",
    );
    const result = await Promise.race([replied, closed, wait]);
    giveUp.abort();
    if (result === "late" && isComplete) reply = "HTTP/1.1 -1";
  }
  socket.destroy();
  await closed;
  return Number(/^HTTP\/1\.1 (-?\d+)/.exec(reply)?.[1] ?? 0);
}
