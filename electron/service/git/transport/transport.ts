import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { endChild, hangOf } from "../children.ts";
import { GitRefusal } from "../git-refusal.ts";
import { isLinked } from "../originals/linked-repository.ts";
import { spawnGit } from "../run.ts";
import { clearBeforeWriting, clearStaleLocks, ownGitFolder } from "../stale-locks.ts";
import { linkedTransport } from "./linked-transport.ts";

/** Refs that only pin commits are hidden and cannot be pushed. */
const hidden = ["-c", "transfer.hideRefs=refs/keep-around"];

const uploadPack = [...hidden, "-c", "uploadpack.allowFilter=true", "upload-pack", "--stateless-rpc"];

/** Settings of a push. `forwardOnly`: git refuses to take commits away from any branch that is pushed. */
const receivePack = (forwardOnly: boolean) => [
  ...hidden,
  // Read here, and taken out before git gets a push.
  "-c",
  "receive.advertisePushOptions=true",
  "-c",
  "receive.hideRefs=refs/merge-requests",
  "-c",
  "receive.denyDeleteCurrent=refuse",
  "-c",
  `receive.denyNonFastForwards=${forwardOnly}`,
  "-c",
  "receive.fsckObjects=true",
  "receive-pack",
  "--stateless-rpc",
];

/** Environment that forwards a client's version of the protocol. */
export const protocolEnvironment = (version: string | null): Readonly<Record<string, string>> =>
  version !== null && /^[\w=:.-]{1,100}$/.test(version) ? { GIT_PROTOCOL: version } : {};

/** Returns the advertisement of a repository's refs. */
export async function advertiseRefs(
  folder: string,
  tool: "upload-pack" | "receive-pack",
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Readable> {
  const args = tool === "upload-pack" ? uploadPack : receivePack(false);
  const linked = await linkedTransport(folder, tool);
  const options = { env: { ...env, ...linked.env }, signal };
  const child = spawnGit(folder, [...linked.args, ...args, "--advertise-refs", folder], options);
  return exchange(child, Readable.from([]));
}

/** Returns what git replies to one request of a clone or fetch. Throws {@link GitRefusal} where git cannot read the request, or what `input` fails with. */
export async function serveFetch(
  folder: string,
  input: Readable,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Readable> {
  const linked = await linkedTransport(folder, "upload-pack");
  const options = { env: { ...env, ...linked.env }, signal };
  return exchange(spawnGit(folder, [...linked.args, ...uploadPack, folder], options), input);
}

/**
 * Receives a push: git unpacks it in quarantine while it arrives. `finish` runs once git has ended, before the reply
 * does. A client that disconnects ends the input, and with it git, but never between refs.
 */
export async function servePush(
  folder: string,
  input: Readable,
  forwardOnly: boolean,
  finish: () => Promise<void>,
): Promise<Readable> {
  // git names a lock to the client alone, and there is no second try: locks are looked at before each push.
  ownGitFolder(folder);
  await clearBeforeWriting(folder);
  await clearStaleLocks(folder);
  const linked = await linkedTransport(folder, "receive-pack");
  const args = [...linked.args, ...receivePack(forwardOnly), folder];
  return exchange(spawnGit(folder, args, { env: linked.env, asUser: isLinked(folder) }), input, finish);
}

/**
 * Pipes the input into git and returns git's output once it has begun. A failure of either side ends the other. Throws
 * where git writes nothing usable.
 */
async function exchange(
  child: ChildProcessWithoutNullStreams,
  input: Readable,
  finish: () => Promise<void> = async () => undefined,
): Promise<Readable> {
  child.stderr.resume();
  const fed = pipeline(input, child.stdin).catch((error: NodeJS.ErrnoException) => {
    // git may end before it has read everything; its output says why.
    if (!endedEarly.has(error.code ?? "")) throw error;
  });
  fed.catch(() => endChild(child));
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve()
        : reject(hangOf(child) ?? new GitRefusal("transfer_unreadable", `git ended with ${code}`)),
    );
  });
  const finished = Promise.allSettled([fed, ended]).then(async (results) => {
    await finish();
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  });
  finished.catch(() => undefined);
  const output = Readable.from(relay(child.stdout, finished), { objectMode: false });
  // Without a reader git would wait forever.
  output.once("close", () => child.stdout.resume());
  await Promise.race([once(child.stdout, "readable"), finished]);
  if (child.stdout.readableLength === 0) await finished;
  return output;
}

/** Errors of a pipe whose other end was closed. */
const endedEarly = new Set(["EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "EOF"]);

/** Streams git's output. A later failure is visible to the client: a reply ends with a flush packet. */
async function* relay(stdout: Readable, finished: Promise<void>): AsyncGenerator<Buffer> {
  yield* stdout;
  await finished.catch(() => undefined);
}
