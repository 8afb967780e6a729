import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { Cache } from "../cache.ts";
import type { Repository } from "../repository.ts";

/** Bytes of the longest pointer file that git-lfs writes. */
const maxPointerBytes = 1024;

/** The object of a pointer file, as far as it is on this disk. */
export interface LfsObject {
  /** SHA-256 of the content, in hex. */
  readonly oid: string;
  readonly size: number;
  open(signal: AbortSignal): ReadableStream<Uint8Array>;
}

/** Returns the SHA-256 in a git-lfs pointer; null for any other content. */
export function readPointer(content: string): string | null {
  if (!content.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  return /^oid sha256:([0-9a-f]{64})$/m.exec(content)?.[1] ?? null;
}

/**
 * Returns the object of the pointer file in a blob: `plain` for a blob that is not a pointer, `missing` where none of
 * the git folders has the object. A link, and a file whose content does not match its hash, is not an object.
 */
export async function findLfsObject(
  { objects }: Repository,
  blob: { readonly id: string; readonly size: number },
  gitFolders: readonly string[],
): Promise<LfsObject | "plain" | "missing"> {
  if (blob.size > maxPointerBytes) return "plain";
  const oid = readPointer((await objects.read(blob.id))?.content.toString() ?? "");
  if (oid === null) return "plain";
  for (const folder of gitFolders) {
    const path = join(folder, "lfs", "objects", oid.slice(0, 2), oid.slice(2, 4), oid);
    const size = await verifiedSize(folder, path, oid);
    if (size !== null) return { oid, size, open: (signal) => streamFile(path, size, signal) };
  }
  return "missing";
}

/** Files whose content matches their hash, by path, inode and time. */
const verified = new Cache<true>(10_000);

/** Returns the size of a plain file inside a folder with this SHA-256; null for anything else. */
async function verifiedSize(folder: string, path: string, oid: string): Promise<number | null> {
  // No folder of the path may be a link out of it.
  const parent = await realpath(dirname(path)).catch(() => null);
  if (parent === null || parent !== dirname(join(await realpath(folder), path.slice(folder.length))))
    return null;
  const file = await openPlain(path);
  if (!file) return null;
  try {
    const { size, ino, mtimeNs } = await file.stat({ bigint: true });
    const key = `${path} ${ino} ${mtimeNs} ${size}`;
    if (verified.get(key) === undefined) {
      const hash = createHash("sha256");
      for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
      if (hash.digest("hex") !== oid) return null;
      verified.set(key, true);
    }
    return Number(size);
  } finally {
    await file.close();
  }
}

async function openPlain(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
  if (file && !(await file.stat()).isFile()) {
    await file.close();
    return null;
  }
  return file;
}

function streamFile(path: string, size: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  async function* read(): AsyncGenerator<Buffer> {
    const file = await openPlain(path);
    if (!file) throw new Error(`no LFS object at ${path}`);
    const end = Math.max(0, size - 1);
    if (size > 0) yield* file.createReadStream({ end, signal }) as AsyncIterable<Buffer>;
    else await file.close();
  }
  return Readable.toWeb(Readable.from(read(), { objectMode: false })) as ReadableStream<Uint8Array>;
}
