import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Repository } from "./repository.ts";

/** Bytes of the longest pointer file that git-lfs writes. */
const longestPointer = 1024;

/** An object that a pointer file stands for, as far as it is on this disk. */
export interface LfsObject {
  /** SHA-256 of the content, in hex. */
  readonly oid: string;
  readonly size: number;
  open(signal: AbortSignal): ReadableStream<Uint8Array>;
}

/** SHA-256 that a git-lfs pointer names; null for any other content. */
export function readPointer(content: string): string | null {
  if (!content.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  return /^oid sha256:([0-9a-f]{64})$/m.exec(content)?.[1] ?? null;
}

/**
 * What the pointer file of a blob stands for: `plain` for a blob that is no pointer, `missing` where none of the git
 * folders holds the object.
 */
export async function findLfsObject(
  { objects }: Repository,
  blob: { readonly id: string; readonly size: number },
  gitFolders: readonly string[],
): Promise<LfsObject | "plain" | "missing"> {
  if (blob.size > longestPointer) return "plain";
  const oid = readPointer((await objects.read(blob.id))?.content.toString() ?? "");
  if (oid === null) return "plain";
  for (const folder of gitFolders) {
    const path = join(folder, "lfs", "objects", oid.slice(0, 2), oid.slice(2, 4), oid);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    return {
      oid,
      size: found.size,
      open: (signal) => Readable.toWeb(createReadStream(path, { signal })) as ReadableStream<Uint8Array>,
    };
  }
  return "missing";
}
