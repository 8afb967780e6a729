import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "./repository.ts";

const startedAt = Date.now() - process.uptime() * 1000;
const swept = new Set<string>();

/** A new folder inside a repository, which whoever made it removes. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Returns the folder inside a repository's that has its temporary ones. */
export const temporaryRoot = (folder: string): string => join(folder, "work");

/** Creates a folder inside a repository. */
export async function createTemporaryFolder({
  folder,
}: Pick<Repository, "folder">): Promise<TemporaryFolder> {
  const root = temporaryRoot(folder);
  if (!swept.has(root)) {
    swept.add(root);
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
