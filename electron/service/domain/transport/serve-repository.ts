import { Readable } from "node:stream";
import { type PushRequest, readPushRequest } from "../../git/transport/push-request.ts";
import { reportRefusal } from "../../git/transport/report-refusal.ts";
import { advertiseRefs, protocolEnvironment, serveFetch, servePush } from "../../git/transport/transport.ts";
import type { OpenedRepository, TransportTool } from "./open-repository.ts";

/** Protocol of a client: its header `Git-Protocol`, null without one; `signal` ends git. */
export interface Client {
  readonly protocol: string | null;
  readonly signal: AbortSignal;
}

/** Returns the refs of a repository, as the first request of a clone, fetch or push reads them. */
export async function advertise(
  { folder }: OpenedRepository,
  tool: TransportTool,
  { protocol, signal }: Client,
): Promise<Readable> {
  const name = tool === "git-upload-pack" ? "upload-pack" : "receive-pack";
  const refs = await advertiseRefs(folder, name, protocolEnvironment(protocol), signal);
  const line = `# service=${tool}\n`;
  const head = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
  return Readable.from(withHead(Buffer.from(head), refs), { objectMode: false });
}

async function* withHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** Returns the objects that a clone or fetch requests with the bytes of `input`. */
export const upload = (
  { folder }: OpenedRepository,
  input: Readable,
  { protocol, signal }: Client,
): Promise<Readable> => serveFetch(folder, input, protocolEnvironment(protocol), signal);

/**
 * Returns the report on a push: ref updates that are not permitted are refused before git reads the pack, which is
 * streamed. `refused` is the reason for a client that reads no report. `onError` is called with what fails after git has
 * ended.
 */
export async function receive(
  { folder, planPush }: OpenedRepository,
  input: Readable,
  onError: (error: unknown) => void,
): Promise<{ readonly refused: string } | { readonly report: Readable }> {
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const push = await readPushRequest(chunks);
  const plan = await planPush(push);
  if (plan.refused !== null) {
    const report = reportRefusal(push, plan.refused);
    if (report === null) return { refused: plan.refused };
    // A client reads the report once it has sent its pack.
    for (let next = await chunks.next(); !next.done; next = await chunks.next());
    return { report: Readable.from([report], { objectMode: false }) };
  }
  const finish = () => plan.finish().catch(onError);
  const pack = Readable.from(pushBytes(push, chunks), { objectMode: false });
  return { report: await servePush(folder, pack, plan.forwardOnly, finish) };
}

async function* pushBytes(
  { head, rest }: PushRequest,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield head;
  if (rest.length > 0) yield rest;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}
