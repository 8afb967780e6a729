import { createReadStream, createWriteStream } from "node:fs";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import picomatch from "picomatch";
import { ZipFile } from "yazl";
import type { JobDefinition } from "../job-definition.ts";

type Artifacts = NonNullable<JobDefinition["artifacts"]>;

/** Files in an archive. */
const maxFiles = 100_000;

/**
 * Returns the regular files of a checkout that patterns name, as paths from it; a folder includes all below it. With
 * `tracked`, the files of the commit, all others are among them too. Links are never followed, so nothing outside of
 * the checkout is among them.
 */
export async function findArtifacts(
  folder: string,
  { paths, exclude }: Pick<Artifacts, "paths" | "exclude">,
  tracked: ReadonlySet<string> | null = null,
): Promise<string[]> {
  const options = { dot: true, nonegate: true };
  const patterns = paths.flatMap((path) => {
    const plain = path.replace(/^\.\/|\/+$/g, "");
    return plain.startsWith("/") || plain.split("/").includes("..") ? [] : [plain, `${plain}/**`];
  });
  if (patterns.length === 0 && tracked === null) return [];
  const isNamed = patterns.length > 0 ? picomatch(patterns, options) : () => false;
  const isWanted = (path: string) => isNamed(path) || (tracked !== null && !tracked.has(path));
  const isExcluded = exclude.length > 0 ? picomatch([...exclude], options) : () => false;
  const found: string[] = [];
  const pending = [""];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of await readdir(join(folder, next), { withFileTypes: true })) {
      const path = next === "" ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory() && path !== ".git") pending.push(path);
      if (entry.isFile() && isWanted(path) && !isExcluded(path)) found.push(path);
      if (found.length > maxFiles) throw new Error(`more than ${maxFiles} files`);
    }
  }
  return found.toSorted();
}

/** Writes files of a checkout into a zip archive, which gets its name once it is complete. */
export async function writeArchive(folder: string, files: readonly string[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const file of files) {
    const { mode, mtime } = await lstat(join(folder, file));
    zip.addFile(join(folder, file), file, { mode: mode & 0o100777, mtime });
  }
  zip.end();
  const partial = `${target}.part`;
  await pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600 }));
  await rename(partial, target);
}

/** Writes files of a checkout as gzip, one member after the other, as real runners do with reports. */
export async function writeGzip(sources: readonly string[], target: string): Promise<void> {
  await rm(target, { force: true });
  for (const source of sources) {
    await pipeline(
      createReadStream(source),
      createGzip(),
      createWriteStream(target, { mode: 0o600, flags: "a" }),
    );
  }
}
