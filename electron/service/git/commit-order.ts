import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SingleFlight } from "./cache.ts";
import { acrossRepositories } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import { historyScope } from "./history-scope.ts";
import { walkHistory } from "./maintenance.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** Stored orders of a repository; the oldest is removed first. */
const maxStoredOrders = 8;
/** Milliseconds for which an order is not removed. */
const minAgeMs = 60_000;
/** New commits up to which an order is extended instead of rebuilt. */
const maxNewCommits = 1_000;

const hash = /^[0-9a-f]{40,64}$/;
const making = acrossRepositories(() => new SingleFlight<string>());

/**
 * Returns hashes of the commits that `git rev-list` lists for `selection`, from `skip` on. The order is written to a file
 * once, so that any page is one read however long the history is. `key` names the selection: a
 * head's hash, or the state of all refs.
 */
export async function commitsInOrder(
  repository: Repository,
  key: string,
  selection: readonly string[],
  { skip, limit }: { readonly skip: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<string[]> {
  const find = async () => open(await orderOf(repository, key, selection, signal));
  // Retries where it was just removed as the oldest.
  const file = await find().catch(find);
  try {
    signal?.throwIfAborted();
    // The first byte is the length of a hash.
    const head = await file.read(Buffer.alloc(1), 0, 1, 0);
    const size = head.buffer[0] ?? 20;
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(limit * size),
      0,
      limit * size,
      1 + skip * size,
    );
    return Array.from({ length: Math.floor(bytesRead / size) }, (_, at) =>
      buffer.toString("hex", at * size, (at + 1) * size),
    );
  } finally {
    await file.close();
  }
}

const folderOf = (repository: Repository) =>
  join(repository.folder, `commit-order${historyScope(repository)}`);

/** Returns the path of an order's file, written where it is missing; concurrent callers share one write. */
async function orderOf(
  repository: Repository,
  key: string,
  selection: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const path = join(folderOf(repository), key);
  if (await stat(path).catch(() => null)) return path;
  return making(repository).run(path, signal, (shared) => make(repository, path, key, selection, shared));
}

async function make(
  repository: Repository,
  path: string,
  key: string,
  selection: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const folder = folderOf(repository);
  await mkdir(folder, { recursive: true });
  const heads =
    selection[0] === key ? (await storedOrders(folder)).filter(({ name }) => hash.test(name)) : [];
  const order =
    (await continuedOf(repository, heads, key, signal)) ?? (await listed(repository, selection, signal));
  const unfinished = `${path}.${process.pid}.unfinished`;
  await writeFile(unfinished, order);
  await rename(unfinished, path);
  await prune(folder);
  return path;
}

/** Returns the stored files, newest first. */
async function storedOrders(folder: string): Promise<{ name: string; time: number }[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      time: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  return found.sort((a, b) => b.time - a.time);
}

/** Removes old and unfinished orders; new ones may be about to be read. */
async function prune(folder: string): Promise<void> {
  for (const { name, time } of (await storedOrders(folder)).slice(maxStoredOrders)) {
    if (time < Date.now() - minAgeMs) await rm(join(folder, name), { force: true });
  }
}

async function listed(
  repository: Repository,
  selection: readonly string[],
  signal: AbortSignal,
): Promise<Buffer> {
  return walkHistory(repository, selection, async () => {
    const parts: Buffer[] = [];
    let size = 20;
    for await (const ids of gitLines(repository, ["rev-list", ...selection], { signal })) {
      size = (ids[0]?.length ?? 0) / 2;
      parts.push(Buffer.from(ids.join(""), "hex"));
    }
    return Buffer.concat([Buffer.from([size]), ...parts]);
  });
}

async function continuedOf(
  repository: Repository,
  heads: readonly { readonly name: string }[],
  head: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  for (const { name } of heads) {
    const order = await continued(repository, name, head, signal);
    if (order) return order;
  }
  return null;
}

/** The order of `before` with the commits above it, where each of those has the next for its only parent; else null. */
async function continued(
  repository: Repository,
  before: string,
  head: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  if (before.length !== head.length) return null;
  const args = ["rev-list", "--parents", `--max-count=${maxNewCommits + 1}`, head, `^${before}`];
  const text = await gitText(repository, args, { expect: [0, 128], signal });
  const lines = text.split("\n").filter(Boolean);
  const ids = lines.map((line) => line.slice(0, head.length));
  const chained = lines.every((line, at) => line === `${ids[at]} ${ids[at + 1] ?? before}`);
  if (!chained || ids.length === 0 || ids.length > maxNewCommits) return null;
  const old = await readFile(join(folderOf(repository), before)).catch(() => null);
  return old ? Buffer.concat([old.subarray(0, 1), Buffer.from(ids.join(""), "hex"), old.subarray(1)]) : null;
}
