import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BodyCheck } from "../checks/body-check.ts";
import { numberedName, safeName } from "../operations/response-headers.ts";

const partEnding = ".part";
const maxNumber = 10_000;

/** Returns the path of a new, empty `.part` file in `folder` whose final name is free as well. */
export async function createPart(folder: string, name: string): Promise<string> {
  const safe = safeName(name);
  for (let number = 1; number < maxNumber; number++) {
    const path = join(folder, numberedName(safe, number));
    if (await exists(path)) continue;
    const file = await create(path + partEnding);
    if (!file) continue;
    await file.close();
    return path + partEnding;
  }
  throw new Error(`too many files named ${safe}`);
}

/** Renames a finished `.part` file to its name, or the next free one; never overwrites a file. Returns its path. */
export async function finishPart(part: string, folder: string, name: string): Promise<string> {
  const safe = safeName(name);
  for (let number = 1; number < maxNumber; number++) {
    const path = join(folder, numberedName(safe, number));
    // Reserving the name first protects a file that appears meanwhile.
    const taken = await create(path);
    if (!taken) continue;
    await taken.close();
    await rename(part, path);
    return path;
  }
  throw new Error(`too many files named ${safe}`);
}

export const removePart = (part: string): Promise<void> => rm(part, { force: true });

/** Runs a check over a whole file. Throws what it throws. */
export async function checkFile(path: string, check: BodyCheck): Promise<void> {
  for await (const chunk of createReadStream(path)) check.chunk(chunk as Buffer);
  check.end();
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await checkFile(path, { chunk: (bytes) => void hash.update(bytes), end: () => undefined });
  return hash.digest("hex");
}

/** Returns the size of a file in bytes, null where there is none. */
export const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );

const exists = async (path: string) => (await sizeOf(path)) !== null;

function create(path: string): Promise<FileHandle | undefined> {
  return open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST" || error.code === "EISDIR") return undefined;
    throw error;
  });
}

/** Runs a program; resolves false where it fails. */
type Run = (program: string, args: readonly string[]) => Promise<boolean>;

/**
 * Marks a finished download as coming from the network, so that the system asks before it runs it: a `Zone.Identifier`
 * stream on Windows, the quarantine attribute on macOS. Linux has no such mark. The mark names the service's origin, not
 * the address, which may contain secrets. Returns whether the file is marked; a file system without streams or
 * attributes takes none.
 */
export async function markDownload(
  path: string,
  origin: string,
  {
    platform = process.platform,
    run = runProgram,
    now = Date.now(),
  }: { platform?: NodeJS.Platform; run?: Run; now?: number } = {},
): Promise<boolean> {
  if (platform === "win32") {
    const text = `[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=${origin}\r\n`;
    return writeFile(`${path}:Zone.Identifier`, text).then(
      () => true,
      () => false,
    );
  }
  if (platform !== "darwin") return false;
  // Flags, time in seconds as hexadecimal digits, program, id: what browsers write.
  const seconds = Math.floor(now / 1_000).toString(16);
  const value = `0081;${seconds};Helve;${randomUUID().toUpperCase()}`;
  return run("/usr/bin/xattr", ["-w", "com.apple.quarantine", value, path]);
}

function runProgram(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
