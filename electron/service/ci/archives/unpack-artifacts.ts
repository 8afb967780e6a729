import { createWriteStream } from "node:fs";
import { lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { eachArchiveFile } from "./read-archive.ts";

/**
 * Unpacks an archive of an earlier job into a checkout, until a signal fires. Throws BadArchive where it is broken or
 * leaves the folder.
 */
export async function unpackArtifacts(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  await eachArchiveFile(archive, async ({ path, mode, stream }) => {
    const target = join(folder, path);
    await refuseLinks(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(stream, createWriteStream(target, { mode: mode || 0o644 }), { signal });
  });
}

/** A link of the checkout on the way to a file would lead out of it. */
async function refuseLinks(folder: string, path: string): Promise<void> {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const info = await lstat(join(folder, ...parts.slice(0, length))).catch(() => null);
    if (info?.isSymbolicLink()) throw new Error(`${path} would be written through a link`);
  }
}
