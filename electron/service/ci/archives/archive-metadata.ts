import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { listArchiveEntries, type ZipEntry } from "./read-archive.ts";

/**
 * Writes the index of an archive in the format of real runners: a version, errors, then the path of each file and its
 * fields as JSON, each with its length in front, gzipped, until a signal fires. Folders come before what they contain.
 */
export async function writeMetadata(archive: string, target: string, signal: AbortSignal): Promise<void> {
  const entries = await listArchiveEntries(archive);
  const fields = Readable.from(fieldsOf(entries));
  await pipeline(fields, createGzip(), createWriteStream(target, { mode: 0o600 }), { signal });
}

function* fieldsOf(entries: readonly ZipEntry[]): Generator<Buffer> {
  yield withLength("GitLab Build Artifacts Metadata 0.0.2\n");
  yield withLength("{}");
  const folders = new Set<string>();
  for (const { path, mode, size, compressedSize, crc32, modifiedAt } of entries) {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder)) continue;
      folders.add(folder);
      yield withLength(folder);
      yield withLength("{}");
    }
    yield withLength(path);
    const fields = {
      modified: Math.floor(modifiedAt.getTime() / 1000),
      mode: mode.toString(8).padStart(6, "0"),
      crc: crc32,
      size,
      zipped: compressedSize,
    };
    yield withLength(JSON.stringify(fields));
  }
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
