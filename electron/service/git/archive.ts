import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { archiveFormats } from "../../../shared/api/repository.ts";
import type { Repository } from "./repository.ts";
import { spawnGit } from "./run.ts";

export type ArchiveFormat = (typeof archiveFormats)[number];

const bzip2 = new Set<ArchiveFormat>(["tar.bz2", "tbz", "tbz2", "tb2", "bz2"]);

export const archiveType = (format: ArchiveFormat): string =>
  format === "zip"
    ? "application/zip"
    : format === "tar"
      ? "application/x-tar"
      : bzip2.has(format)
        ? "application/x-bzip2"
        : "application/gzip";

/** All files of a commit, or of a folder of it, below `prefix`, as a stream of bytes. `signal` ends git. */
export function archive(
  { folder }: Repository,
  commit: string,
  format: ArchiveFormat,
  prefix: string,
  path: string | undefined,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const base = format === "zip" ? "zip" : "tar";
  const child = spawnGit(
    folder,
    ["archive", `--format=${base}`, `--prefix=${prefix}/`, commit, "--", ...(path ? [path] : [])],
    { signal },
  );
  child.stdin.end();
  child.stderr.resume();
  child.on("error", (error) => child.stdout.destroy(error));
  child.on("close", (code) => {
    if (code !== 0 && code !== null) child.stdout.destroy(new Error(`git archive ended with ${code}`));
  });
  return toWeb(compress(child.stdout, format, signal));
}

function compress(tar: Readable, format: ArchiveFormat, signal: AbortSignal): Readable {
  if (format === "zip" || format === "tar") return tar;
  if (!bzip2.has(format)) {
    const gzip = createGzip();
    tar.on("error", (error) => gzip.destroy(error));
    return tar.pipe(gzip);
  }
  const packer = spawn("bzip2", ["--stdout"], { signal, windowsHide: true });
  packer.stderr.resume();
  packer.stdin.on("error", () => undefined);
  packer.on("error", (error) => packer.stdout.destroy(error));
  tar.on("error", (error) => packer.stdout.destroy(error));
  tar.pipe(packer.stdin);
  return packer.stdout;
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
