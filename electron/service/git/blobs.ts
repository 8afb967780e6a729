import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Cache } from "./cache.ts";
import { streamGit } from "./git-stream.ts";
import type { Repository } from "./repository.ts";

/** A blob's bytes as they are read; `signal` ends the reading. */
export const streamBlob = (
  { folder }: Repository,
  id: string,
  signal: AbortSignal,
): ReadableStream<Uint8Array> =>
  Readable.toWeb(streamGit(folder, ["cat-file", "blob", id], signal)) as ReadableStream<Uint8Array>;

/** Bytes up to which a blob is read at once. */
const small = 1024 * 1024;
const hashes = new Cache<string>(20_000);

/** SHA-256 of a blob's bytes. */
export async function hashBlob(repository: Repository, id: string, signal: AbortSignal): Promise<string> {
  const known = hashes.get(id);
  if (known) return known;
  const hash = createHash("sha256");
  const info = await repository.objects.check(id);
  if (info && info.size <= small) hash.update((await repository.objects.read(id))?.content ?? "");
  else for await (const chunk of streamBlob(repository, id, signal)) hash.update(chunk);
  const result = hash.digest("hex");
  hashes.set(id, result);
  return result;
}
