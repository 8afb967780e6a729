import { createReadStream, createWriteStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { ZipFile } from "yazl";
import { listArchiveEntries, type ZipEntry } from "./read-archive.ts";

/** Writes files of a checkout into a zip archive, until a signal fires. */
export async function writeArchive(
  folder: string,
  files: readonly string[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile();
  // The library does not close the file that it reads where the archive cannot be written to its end.
  const reading = new AbortController();
  const fail = (error: Error) => zip.outputStream.emit("error", error);
  for (const file of files) {
    signal.throwIfAborted();
    const { mode, mtime, size } = await lstat(join(folder, file));
    zip.addReadStreamLazy(file, { mode: mode & 0o100777, mtime, size }, (read) =>
      read(null, createReadStream(join(folder, file), { signal: reading.signal }).once("error", fail)),
    );
  }
  zip.once("error", fail);
  zip.end();
  try {
    await pipeline(zip.outputStream, createWriteStream(target, { mode: 0o600 }), { signal });
  } finally {
    reading.abort();
  }
}

/** Writes files of a checkout as gzip, one member after the other, as real runners do with reports, until a signal fires. */
export async function writeGzip(
  sources: readonly string[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  for (const source of sources) {
    await pipeline(
      createReadStream(source),
      createGzip(),
      createWriteStream(target, { mode: 0o600, flags: "a" }),
      { signal },
    );
  }
}

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
