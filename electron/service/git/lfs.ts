import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { OpenFile } from "../../system/foreign/foreign-folder.ts";
import { Cache } from "./cache.ts";
import { foreignFolder } from "./foreign.ts";
import { acrossRepositories } from "./git-folder.ts";
import type { Repository } from "./repository.ts";

/** Bytes of the longest pointer file that git-lfs writes. */
const maxPointerBytes = 1024;

/** The object of a pointer file, as far as it is on this disk. */
interface LfsObject {
  /** SHA-256 of the content, in hex. */
  readonly oid: string;
  readonly size: number;
  open(signal: AbortSignal): ReadableStream<Uint8Array>;
}

/** Returns the SHA-256 in a git-lfs pointer; null for any other content. */
export function parseLfsPointer(content: string): string | null {
  if (!content.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  return /^oid sha256:([0-9a-f]{64})$/m.exec(content)?.[1] ?? null;
}

/**
 * Returns the object of the pointer file in a blob: `plain` for a blob that is not a pointer, `missing` where none of
 * the git folders has the object. A link, and a file whose content does not match its hash, is not an object.
 */
export async function findLfsObject(
  repository: Repository,
  blob: { readonly id: string; readonly size: number },
  gitFolders: readonly string[],
): Promise<LfsObject | "plain" | "missing"> {
  if (blob.size > maxPointerBytes) return "plain";
  const oid = parseLfsPointer((await repository.objects.read(blob.id))?.content.toString() ?? "");
  if (oid === null) return "plain";
  for (const folder of gitFolders) {
    const path = `lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
    const size = await verifiedSize(repository, folder, path, oid);
    if (size !== null) return { oid, size, open: (signal) => streamFile(folder, path, size, signal) };
  }
  return "missing";
}

/** Files whose content matches their hash, by path, inode and time. */
const verified = acrossRepositories(() => new Cache<true>(10_000));

/** Returns the size of a plain file inside a folder with this SHA-256; null for anything else. */
async function verifiedSize(
  repository: Repository,
  folder: string,
  path: string,
  oid: string,
): Promise<number | null> {
  const file = await openPlain(folder, path);
  if (!file) return null;
  try {
    const { size, ino, mtimeNs } = await file.stat({ bigint: true });
    const key = `${folder} ${path} ${ino} ${mtimeNs} ${size}`;
    if (verified(repository).get(key) === undefined) {
      const hash = createHash("sha256");
      for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
      if (hash.digest("hex") !== oid) return null;
      verified(repository).set(key, true);
    }
    return Number(size);
  } finally {
    await file.close();
  }
}

/** Opens a plain file that no link leads to; null for anything else. */
const openPlain = (folder: string, path: string): Promise<OpenFile | null> =>
  foreignFolder(folder)
    .open(path)
    .catch(() => null);

function streamFile(
  folder: string,
  path: string,
  size: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  async function* read(): AsyncGenerator<Buffer> {
    const file = await openPlain(folder, path);
    if (!file) throw new Error(`no LFS object at ${path}`);
    const end = Math.max(0, size - 1);
    if (size > 0) yield* file.createReadStream({ end, signal }) as AsyncIterable<Buffer>;
    else await file.close();
  }
  return Readable.toWeb(Readable.from(read(), { objectMode: false })) as ReadableStream<Uint8Array>;
}
