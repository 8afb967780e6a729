import { Readable } from "node:stream";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { findRunningJob, isJobToken } from "../domain/ci/job-tokens.ts";
import {
  advertise,
  openForTransport,
  receive,
  type TransportCaller,
  type TransportTool,
  upload,
} from "../domain/transport.ts";
import { authenticate, recordUse, requireScope, type SessionToken, tokenOf } from "../http/credentials.ts";
import { type FairQueue, Slot } from "../http/fair-queue.ts";
import { HttpError } from "../http/http-error.ts";
import type { Context } from "../http/implement.ts";
import { type ByteLimits, requestBytes } from "../http/request-bytes.ts";

const route = /^\/(?<path>.+?)(?:\.git)?\/(?<end>info\/refs|git-upload-pack|git-receive-pack)$/;

/** The hashes of a fetch: wants and haves. */
const fetchLimits: ByteLimits = { arriving: 32 * 1024 * 1024, unpacked: 32 * 1024 * 1024 };
/** A push contains a pack, which is already compressed. */
const pushLimits: ByteLimits = { arriving: 32 * 1024 ** 3, unpacked: 64 * 1024 * 1024 };

/** Dependencies of git over HTTP. */
interface Transport {
  readonly store: Context["store"];
  readonly session: SessionToken | null;
  /** Slots for git processes that serve clones, fetches and pushes. */
  readonly transfers: FairQueue;
  readonly onError: (error: unknown) => void;
}

/** Clone, fetch and push over smart HTTP; the token of a user or job is the password, the user name does not matter. */
export async function gitOverHttp(transport: Transport, request: Request, url: URL): Promise<Response> {
  const { store, session, transfers } = transport;
  const groups = route.exec(decodePercent(url.pathname))?.groups;
  if (!groups) throw new HttpError(404, { error: "404 Not Found" });
  const asks = groups.end === "info/refs";
  if (request.method !== (asks ? "GET" : "POST")) throw new HttpError(405, { error: "405 Not Allowed" });
  const tool = asks ? url.searchParams.get("service") : groups.end;
  if (tool !== "git-upload-pack" && tool !== "git-receive-pack")
    return text(403, "Only smart HTTP is served");
  const client = readClient(store, session, request, url, tool);
  if (client === "denied") return deny();
  const opened = await openForTransport({ store, ...client }, groups.path ?? "", tool);
  if ("refusal" in opened) {
    return opened.refusal === "credentials"
      ? deny()
      : text(statuses[opened.refusal.kind], opened.refusal.text);
  }
  const { user, jobOf } = client;
  const caller = user ? `user ${user.id}` : jobOf === undefined ? "anybody" : `jobs of project ${jobOf}`;
  const protocol = { protocol: request.headers.get("git-protocol"), signal: request.signal };
  const slot = await Slot.take(transfers, caller, request.signal);
  try {
    if (asks) return slot.stream(reply(await advertise(opened, tool, protocol), `${tool}-advertisement`));
    if (tool === "git-upload-pack") {
      const objects = await upload(opened, requestBytes(request, fetchLimits), protocol);
      return slot.stream(reply(objects, `${tool}-result`));
    }
    const received = await receive(opened, requestBytes(request, pushLimits), transport.onError);
    return slot.stream(
      "refused" in received ? text(403, received.refused) : reply(received.report, `${tool}-result`),
    );
  } finally {
    slot.release();
  }
}

/** Returns the user or job of the token, nobody without one, and `denied` where the token is wrong or has another scope. */
function readClient(
  store: Context["store"],
  session: SessionToken | null,
  request: Request,
  url: URL,
  tool: TransportTool,
): Omit<TransportCaller, "store"> | "denied" {
  const plain = tokenOf(request, url);
  if (plain === null) return { user: null };
  if (isJobToken(plain)) {
    const job = findRunningJob(store, plain);
    return job ? { user: null, jobOf: job.projectId } : "denied";
  }
  try {
    const credentials = authenticate(store, session, plain);
    requireScope(credentials, tool === "git-receive-pack" ? "write_repository" : "read_repository");
    recordUse(store, credentials);
    return { user: credentials.user };
  } catch (error) {
    if (error instanceof HttpError) return "denied";
    throw error;
  }
}

const statuses = { notFound: 404, forbidden: 403 } as const;

const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(`${body}\n`, { status, headers: { "content-type": "text/plain", ...headers } });

const deny = () =>
  text(401, "HTTP Basic: Access denied", { "www-authenticate": 'Basic realm="Helve local service"' });

/** Returns git's output as a response that is not cached. */
const reply = (output: Readable, type: string): Response =>
  new Response(Readable.toWeb(output) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": `application/x-${type}`,
      "cache-control": "no-cache, max-age=0, must-revalidate",
    },
  });
