import { createReadStream, createWriteStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { ZipFile } from "yazl";

/** Writes files of a checkout into a zip archive. */
export async function writeArchive(folder: string, files: readonly string[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const file of files) {
    const { mode, mtime } = await lstat(join(folder, file));
    zip.addFile(join(folder, file), file, { mode: mode & 0o100777, mtime });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target, { mode: 0o600 }));
}

/** Writes files of a checkout as gzip, one member after the other, as real runners do with reports. */
export async function writeGzip(sources: readonly string[], target: string): Promise<void> {
  for (const source of sources) {
    await pipeline(
      createReadStream(source),
      createGzip(),
      createWriteStream(target, { mode: 0o600, flags: "a" }),
    );
  }
}
