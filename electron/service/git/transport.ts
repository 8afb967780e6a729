import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listCheckedOut } from "./checked-out.ts";
import { endChild } from "./children.ts";
import { GitRefusal } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { isLinked, readLayout } from "./linked-repository.ts";
import { spawnGit } from "./run.ts";
import { clearBeforeWriting, clearStaleLocks } from "./stale-locks.ts";
import { prepareFolders } from "./update-refs.ts";

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
  repository: GitFolder,
  tool: "upload-pack" | "receive-pack",
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Readable> {
  const args = tool === "upload-pack" ? uploadPack : receivePack(false);
  const linked = await linkedTransport(repository, tool);
  const options = { env: { ...env, ...linked.env }, signal };
  const child = spawnGit(
    repository,
    [...linked.args, ...args, "--advertise-refs", repository.folder],
    options,
  );
  return exchange(repository, child, Readable.from([]));
}

/** Returns what git replies to one request of a clone or fetch. Throws {@link GitRefusal} where git cannot read the request, or what `input` fails with. */
export async function serveFetch(
  repository: GitFolder,
  input: Readable,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Readable> {
  const linked = await linkedTransport(repository, "upload-pack");
  const options = { env: { ...env, ...linked.env }, signal };
  return exchange(
    repository,
    spawnGit(repository, [...linked.args, ...uploadPack, repository.folder], options),
    input,
  );
}

/**
 * Receives a push: git unpacks it in quarantine while it arrives. `finish` runs once git has ended, before the reply
 * does. A client that disconnects ends the input, and with it git, but never between refs.
 */
export async function servePush(
  repository: GitFolder,
  input: Readable,
  forwardOnly: boolean,
  finish: () => Promise<void>,
): Promise<Readable> {
  // git names a lock to the client alone, and there is no second try: locks are looked at before each push.
  await clearBeforeWriting(repository);
  await clearStaleLocks(repository);
  const linked = await linkedTransport(repository, "receive-pack");
  const args = [...linked.args, ...receivePack(forwardOnly), repository.folder];
  return exchange(
    repository,
    spawnGit(repository, args, { env: linked.env, asUser: isLinked(repository) }),
    input,
    finish,
  );
}

/**
 * Pipes the input into git and returns git's output once it has begun. A failure of either side ends the other. Throws
 * where git writes nothing usable.
 */
async function exchange(
  { git }: GitFolder,
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
        : reject(
            git.processes.hangOf(child) ?? new GitRefusal("transfer_unreadable", `git ended with ${code}`),
          ),
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

/** Git's settings for a repository over HTTP: before the command's name, and environment. */
interface TransportSettings {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const shown = ["refs/heads", "refs/tags", "refs/merge-requests"];

/**
 * Settings with which git serves a linked repository; none for others. Only branches and tags are shown. A push writes
 * its objects into the original, checked and in quarantine, before any ref moves, and no checked-out branch can be
 * moved.
 */
async function linkedTransport(
  repository: GitFolder,
  tool: "upload-pack" | "receive-pack",
): Promise<TransportSettings> {
  if (!isLinked(repository)) return { args: [], env: {} };
  const layout = await readLayout(repository.folder);
  const hiddenRefs = ["refs", ...shown.map((name) => `!${name}`)];
  if (tool === "receive-pack") {
    await prepareFolders(repository.git, layout.commonDir, false);
    hiddenRefs.push(
      "refs/merge-requests",
      ...(await listCheckedOut(repository, layout)).map(({ ref }) => ref),
    );
  }
  const env: Record<string, string> =
    tool === "receive-pack" ? { GIT_OBJECT_DIRECTORY: join(layout.commonDir, "objects") } : {};
  return { args: hiddenRefs.flatMap((name) => ["-c", `transfer.hideRefs=${name}`]), env };
}
