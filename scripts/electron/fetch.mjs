import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { downloadArtifact, getHostArch } from "@electron/get";
import { cachePath, cacheRoot } from "./cache.mjs";
import { describeNetworkError, FetchFailure } from "./failure.mjs";
import { electronPackage, electronVersion, findElectron } from "./installed.mjs";
import { refusalsIn } from "./refusals.mjs";
import { ResumableDownloader } from "./resumable-downloader.mjs";

/**
 * Downloads and unpacks Electron's binary in a process of its own, on Helve's Node, since Electron's scripts need a
 * newer one than `npm start`. Reports to its parent, which is the only one to print.
 *
 *   --notes DIR folder that stores refusals
 *   --insist     request again although the source refused within a day
 */
const { values } = parseArgs({
  options: { notes: { type: "string" }, insist: { type: "boolean", default: false } },
});
const refusals = refusalsIn(values.notes);
/** The download: its URL, and its path in the cache. */
const source = { url: null, cache: null };

/** Reads the archive from Electron's cache, or downloads it. */
async function fillCache() {
  const downloader = new ResumableDownloader({ report: (message) => process.send(message) });
  mkdirSync(cacheRoot(), { recursive: true });
  await downloadArtifact({
    version: electronVersion(),
    artifactName: "electron",
    platform: process.platform,
    arch: getHostArch(),
    checksums: createRequire(import.meta.url)(join(electronPackage, "checksums.json")),
    cacheRoot: cacheRoot(),
    // Beside the cache: a file is moved there, never copied.
    tempDirectory: cacheRoot(),
    downloader: {
      download(url, target) {
        Object.assign(source, { url, cache: cachePath(url, basename(target)) });
        const reason = values.insist ? null : refusals.recall(url);
        if (reason !== null) throw new FetchFailure("remembered", reason);
        return downloader.download(url, target);
      },
    },
  });
}

/** Unpacks the cached archive with Electron's own installer. */
function unpack() {
  const { status, stderr } = spawnSync(process.execPath, [join(electronPackage, "install.js")], {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, electron_config_cache: cacheRoot() },
  });
  const path = status === 0 ? findElectron() : null;
  if (!path) throw new FetchFailure("unpack", stderr.trim() || "The archive could not be unpacked.");
  return path;
}

function toFailure(error) {
  if (error instanceof FetchFailure) return error;
  if (error?.name === "NoChecksumFoundError" || error?.message?.startsWith("No checksum")) {
    return new FetchFailure("refused", "Electron is not published for this system.");
  }
  if (error?.constructor?.name === "ChecksumMismatchError") {
    return new FetchFailure(
      "checksum",
      "The file is not the one that Electron published: its checksum differs.",
    );
  }
  return new FetchFailure("network", describeNetworkError(error));
}

try {
  await fillCache();
  const path = unpack();
  refusals.forget();
  process.send({ type: "done", path });
} catch (error) {
  const { kind, message } = toFailure(error);
  if (kind === "refused" && source.url) refusals.remember(source.url, message);
  process.send({ type: "failed", kind, message, ...source });
}
process.disconnect();
