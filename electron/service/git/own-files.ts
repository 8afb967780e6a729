import { randomUUID } from "node:crypto";
import { createReadStream, existsSync, type ReadStream, readlinkSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type GitFolder, perRepository } from "./git-folder.ts";

/**
 * Files directly in a git folder of Helve's own, for code that otherwise reads folders of others and must not have another
 * way to them. Names contain no separators.
 */
export const hasOwn = (folder: string, name: string): boolean => existsSync(ownPath(folder, name));

/** Returns the text of a file; null where it is not there. */
export const readOwn = (folder: string, name: string): Promise<string | null> =>
  readFile(ownPath(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

/** Writes a file, at once: git takes a folder with half a HEAD for no repository. */
export async function writeOwn(folder: string, name: string, text: string): Promise<void> {
  const path = ownPath(folder, name);
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

/** Removes files and folders, with what they contain. Links are removed, and what they lead to stays. */
export async function removeOwn(folder: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/** Removes a whole git folder of Helve's. */
export const removeOwnFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });

/** Makes a folder below one of Helve's. */
export const makeOwnFolder = async (folder: string, name: string): Promise<void> =>
  void (await mkdir(join(folder, name), { recursive: true }));

/** Makes a link in a folder of Helve's own to a path elsewhere. */
export async function linkOwn(
  folder: string,
  name: string,
  target: string,
  type: "junction" | "file",
): Promise<void> {
  await removeOwn(folder, name);
  await symlink(target, join(folder, name), type);
}

/** Returns the target of a link that {@link linkOwn} made; null where there is none. */
export function readOwnLink(folder: string, name: string): string | null {
  try {
    return readlinkSync(ownPath(folder, name));
  } catch {
    return null;
  }
}

/** Returns some bytes of a file of Helve's own. */
export async function readOwnBytes(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the bytes of a file of Helve's own. */
export const streamOwn = (path: string): ReadStream => createReadStream(path);

/** Returns the paths of everything below a folder of Helve's own; none where it is not there. */
export const listOwn = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true }).catch(() => []);

function ownPath(folder: string, name: string): string {
  if (/[\\/]/.test(name)) throw new Error(`not a name: ${name}`);
  return join(folder, name);
}

const startedAt = Date.now() - process.uptime() * 1000;
const sweepOf = perRepository(() => ({ isDone: false }));

/** A new folder inside a repository, which whoever made it removes. */
interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Returns the folder inside a repository's that has its temporary ones. */
export const temporaryRoot = (folder: string): string => join(folder, "work");

/** Creates a folder inside a repository. */
export async function createTemporaryFolder({
  folder,
  memory,
}: Pick<GitFolder, "folder" | "memory">): Promise<TemporaryFolder> {
  const root = temporaryRoot(folder);
  const sweeping = sweepOf({ memory });
  if (!sweeping.isDone) {
    sweeping.isDone = true;
    await sweep(root);
  }
  const path = join(root, randomUUID());
  await mkdir(path, { recursive: true });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Removes what an earlier process left behind when it was killed. */
async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < startedAt) await rm(path, { recursive: true, force: true });
  }
}
