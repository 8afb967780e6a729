import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { type Decode, decoderOf } from "../../../shared/text/encoding/decode-text.ts";
import { detectTextEncoding, type TextEncoding } from "../../../shared/text/encoding/detect-encoding.ts";
import { isUtf8 } from "../../../shared/text/encoding/detect-unicode.ts";
import { Cache } from "./cache.ts";
import { acrossRepositories } from "./git-folder.ts";
import { streamGit } from "./git-stream.ts";
import { MissingObject } from "./missing-object.ts";
import type { Repository } from "./repository.ts";

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
      streamGit(repository, ["cat-file", "blob", id], signal),
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

const hashes = acrossRepositories(() => new Cache<string>(5_000));

/** Returns the SHA-256 of a blob's bytes. */
export async function hashBlob(repository: Repository, id: string, signal: AbortSignal): Promise<string> {
  const known = hashes(repository).get(id);
  if (known) return known;
  const hash = createHash("sha256");
  const info = await repository.objects.check(id);
  if (!info) throw new MissingObject(id);
  for await (const chunk of streamBlob(repository, info, signal)) hash.update(chunk);
  const result = hash.digest("hex");
  hashes(repository).set(id, result);
  return result;
}

/** Bytes of a blob that are read to find its encoding. */
const maxReadBytes = 4 * 1024 * 1024;

/** Encodings of blobs that are not UTF-8, by the ids of the blobs. */
const encodings = acrossRepositories(() => new Cache<TextEncoding>(20_000));

/**
 * Returns how lines of a blob are decoded, as all of it would be. `name` is its hash, or `commit:path`; UTF-8 for one that
 * is not there.
 */
export async function blobDecoder(repository: Repository, name: string): Promise<Decode> {
  const info = await repository.objects.check(name);
  if (info?.type !== "blob") return decoderOf(utf8);
  const known = encodings(repository).get(info.id);
  if (known) return decoderOf(known);
  const bytes = await readBeginning(repository, info.id, maxReadBytes);
  const found = detectTextEncoding(bytes) ?? { encoding: "windows-1252", legacy: null };
  // Lines of UTF-16 are no lines of bytes.
  if (found.encoding.startsWith("utf-16")) return decoderOf(utf8);
  encodings(repository).set(info.id, found);
  return decoderOf(found);
}

const utf8: TextEncoding = { encoding: "utf-8", legacy: null };

/** Returns whether bytes of a file show nothing of its encoding but UTF-8. */
export const isPlainUtf8 = (bytes: Buffer): boolean => !bytes.includes("\x1b$") && isUtf8(bytes);
