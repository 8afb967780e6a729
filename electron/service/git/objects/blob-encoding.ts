import { type Decode, decoderOf } from "../../../../shared/text/encoding/decode-text.ts";
import { detectTextEncoding, type TextEncoding } from "../../../../shared/text/encoding/detect-encoding.ts";
import { isUtf8 } from "../../../../shared/text/encoding/detect-unicode.ts";
import { Cache } from "../cache.ts";
import type { Repository } from "../repository.ts";
import { readBeginning } from "./blobs.ts";

/** Bytes of a blob that are read to find its encoding. */
const maxReadBytes = 4 * 1024 * 1024;

/** Encodings of blobs that are not UTF-8, by the ids of the blobs. */
const encodings = new Cache<TextEncoding>(20_000);

/**
 * Returns how lines of a blob are decoded, as all of it would be. `name` is its hash, or `commit:path`; UTF-8 for one that
 * is not there.
 */
export async function blobDecoder(repository: Repository, name: string): Promise<Decode> {
  const info = await repository.objects.check(name);
  if (info?.type !== "blob") return decoderOf(utf8);
  const known = encodings.get(info.id);
  if (known) return decoderOf(known);
  const bytes = await readBeginning(repository, info.id, maxReadBytes);
  const found = detectTextEncoding(bytes) ?? { encoding: "windows-1252", legacy: null };
  // Lines of UTF-16 are no lines of bytes.
  if (found.encoding.startsWith("utf-16")) return decoderOf(utf8);
  encodings.set(info.id, found);
  return decoderOf(found);
}

const utf8: TextEncoding = { encoding: "utf-8", legacy: null };

/** Returns whether bytes of a file show nothing of its encoding but UTF-8. */
export const isPlainUtf8 = (bytes: Buffer): boolean => !bytes.includes("\x1b$") && isUtf8(bytes);
