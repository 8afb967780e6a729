import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { writeArchive, writeGzip } from "./write-archive.ts";

/** Returns the files below a folder that this process has open, where the system shows them. */
const openFilesIn = (folder: string) =>
  process.platform !== "linux"
    ? []
    : readdirSync("/proc/self/fd")
        .map((id) => {
          try {
            return readlinkSync(`/proc/self/fd/${id}`);
          } catch {
            return "";
          }
        })
        .filter((path) => path.startsWith(folder));

it.each([
  [
    "an archive",
    (folder: string, target: string, signal: AbortSignal) => writeArchive(folder, ["big"], target, signal),
  ],
  [
    "reports",
    (folder: string, target: string, signal: AbortSignal) => writeGzip([join(folder, "big")], target, signal),
  ],
])("stops writing %s with the job, and closes what it read", async (_, write) => {
  const folder = mkdtempSync(join(tmpdir(), "helve-write-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "big"), "");
  truncateSync(join(folder, "big"), 100e9);
  const abort = new AbortController();
  const target = join(folder, "target");
  const written = write(folder, target, abort.signal);
  while (!existsSync(target)) await nextTurn();
  abort.abort();
  await expect(written).rejects.toThrow("aborted");
  while (openFilesIn(folder).length > 0) await nextTurn();
});
