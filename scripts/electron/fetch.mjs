import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { downloadArtifact, FetchDownloader, getHostArch, HTTPError } from "@electron/get";
import { cachePath, cacheRoot } from "./cache.mjs";
import { electronPackage, electronVersion, findElectron } from "./installed.mjs";
import { refusalsIn } from "./refusals.mjs";

/**
 * Downloads and unpacks Electron's binary in a process of its own, on Helve's Node, since Electron's scripts need a
 * newer one than `npm start`. Reports to its parent, which is the only one to print.
 *
 *   --notes DIR folder that stores refusals
 *   --insist     request a source again although it refused within a day
 *   --stall MS   milliseconds without a byte after which the download is given up (10,000)
 */
const { values } = parseArgs({
  options: {
    notes: { type: "string" },
    insist: { type: "boolean", default: false },
    stall: { type: "string", default: "10000" },
  },
});
const stallMs = Number(values.stall);
const refusals = refusalsIn(values.notes);
/** The download: its URL, and its path in the cache. */
const source = { url: null, cache: null };

/**
 * Failure to get Electron. Kinds: `refused` (the source said no), `remembered` (it did so within a day), `network`,
 * `checksum`, `unpack`.
 */
class FetchFailure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Reads the archive from Electron's cache, or downloads it. */
async function fillCache() {
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
    downloader: { download },
  });
}

async function download(url, target) {
  Object.assign(source, { url, cache: cachePath(url, basename(target)) });
  const reason = values.insist ? null : refusals.recall(url);
  if (reason !== null) throw new FetchFailure("remembered", reason);
  process.send({ type: "source", url });
  const stall = new AbortController();
  const giveUp = () => stall.abort(new Error(`No data arrived for ${stallMs / 1_000} seconds.`));
  let timer = setTimeout(giveUp, stallMs);
  try {
    await new FetchDownloader().download(url, target, {
      quiet: true,
      signal: stall.signal,
      async getProgressCallback({ transferred, total }) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, stallMs);
        process.send({ type: "progress", received: transferred, total });
      },
    });
  } finally {
    clearTimeout(timer);
  }
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
  if (error instanceof HTTPError) {
    const { status, statusText } = error.response;
    const passing = status >= 500 || status === 408 || status === 425 || status === 429;
    const said = `It responded with ${status}${statusText ? ` ${statusText}` : ""}.`;
    return new FetchFailure(passing ? "network" : "refused", said);
  }
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

/** Describes a failed connection; fetch hides the reason in `cause`. */
function describeNetworkError(error) {
  const cause = error?.cause ?? error;
  const host = cause?.hostname ?? cause?.address ?? "";
  const known = {
    ENOTFOUND: `The host name ${host} could not be resolved.`,
    EAI_AGAIN: `The host name ${host} could not be resolved.`,
    ECONNREFUSED: "The connection was refused.",
    ECONNRESET: "The connection was closed.",
    UND_ERR_SOCKET: "The connection was closed.",
    UND_ERR_CONNECT_TIMEOUT: "No connection could be made in time.",
  }[cause?.code];
  return known ?? String(cause?.message ?? cause);
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
