import { createReadStream, createWriteStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { ZipFile } from "yazl";

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
