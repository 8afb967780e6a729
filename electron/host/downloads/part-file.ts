import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BodyCheck } from "../checks/body-defect.ts";
import { numberedName, safeName } from "../operations/safe-name.ts";

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
