import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Cache } from "../cache.ts";
import { streamGit } from "../git-stream.ts";
import type { Repository } from "../repository.ts";
import { MissingObject } from "./missing-object.ts";

/** Bytes up to which a blob is read at once, by an open process. */
const smallBlobBytes = 1024 * 1024;

/** Streams a blob's bytes; `signal` ends the reading. */
export function streamBlob(
  repository: Repository,
  { id, size }: { readonly id: string; readonly size: number },
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  if (size > smallBlobBytes) {
    return Readable.toWeb(
      streamGit(repository.folder, ["cat-file", "blob", id], signal),
    ) as ReadableStream<Uint8Array>;
  }
  return new ReadableStream({
    async start(controller) {
      const object = await repository.objects.read(id);
      if (!object) throw new MissingObject(id);
      controller.enqueue(object.content);
      controller.close();
    },
  });
}

/** Returns the first bytes of a blob; none of one that is not there. */
export async function readBeginning(repository: Repository, id: string, maxBytes: number): Promise<Buffer> {
  const info = await repository.objects.check(id);
  if (!info) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of streamBlob(repository, info, new AbortController().signal)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const hashes = new Cache<string>(5_000);

/** Returns the SHA-256 of a blob's bytes. */
export async function hashBlob(repository: Repository, id: string, signal: AbortSignal): Promise<string> {
  const known = hashes.get(id);
  if (known) return known;
  const hash = createHash("sha256");
  const info = await repository.objects.check(id);
  if (!info) throw new MissingObject(id);
  for await (const chunk of streamBlob(repository, info, signal)) hash.update(chunk);
  const result = hash.digest("hex");
  hashes.set(id, result);
  return result;
}
