import { spawn } from "node:child_process";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { archiveFormats } from "../../../shared/api/resources/repository.ts";
import { findProgram } from "../../system/find-program.ts";
import { acrossRepositories } from "./git-folder.ts";
import { follow, streamGit } from "./git-stream.ts";
import type { Repository } from "./repository.ts";

export type ArchiveFormat = (typeof archiveFormats)[number];

const bzip2 = new Set<ArchiveFormat>(["tar.bz2", "tbz", "tbz2", "tb2", "bz2"]);

/** Returns the media type of an archive. */
export const archiveType = (format: ArchiveFormat): string =>
  format === "zip"
    ? "application/zip"
    : format === "tar"
      ? "application/x-tar"
      : bzip2.has(format)
        ? "application/x-bzip2"
        : "application/gzip";

const bzip2Works = acrossRepositories(() =>
  new Promise<boolean>((resolve) => {
    const child = spawn(findProgram("bzip2"), ["--help"], { stdio: "ignore", windowsHide: true });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  }).catch(() => false),
);

/** Returns whether this machine can pack a format; bzip2 is a separate program, which not every system has. */
export const canArchive = async (repository: Repository, format: ArchiveFormat): Promise<boolean> =>
  !bzip2.has(format) || bzip2Works(repository);

/**
 * All files of a commit, or of a folder of it, below `prefix`, as a stream of bytes that fails where git does.
 * `signal` ends git.
 */
export function archive(
  repository: Repository,
  commit: string,
  format: ArchiveFormat,
  prefix: string,
  path: string | undefined,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const base = format === "zip" ? "zip" : "tar";
  const args = ["archive", `--format=${base}`, `--prefix=${prefix}/`, commit, "--", ...(path ? [path] : [])];
  const packed = compress(streamGit(repository, args, signal), format, signal);
  return Readable.toWeb(packed) as ReadableStream<Uint8Array>;
}

function compress(tar: Readable, format: ArchiveFormat, signal: AbortSignal): Readable {
  if (format === "zip" || format === "tar") return tar;
  if (bzip2.has(format)) return compressBzip2(tar, signal);
  const gzip = createGzip();
  pipeline(tar, gzip, () => undefined);
  return gzip;
}

function compressBzip2(tar: Readable, signal: AbortSignal): Readable {
  const packer = spawn(findProgram("bzip2"), ["--stdout"], { signal, windowsHide: true });
  const ended = new Promise<void>((resolve, reject) => {
    packer.on("error", reject);
    packer.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`bzip2 ended with ${code}`))));
    pipeline(tar, packer.stdin, (error) => error && reject(error));
  });
  ended.catch(() => packer.kill());
  packer.stderr.resume();
  const output = Readable.from(follow(packer.stdout, ended), { objectMode: false });
  output.on("close", () => packer.kill());
  return output;
}
