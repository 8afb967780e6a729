import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "./repository.ts";

const startedAt = Date.now() - process.uptime() * 1000;
const swept = new Set<string>();

/** Runs `work` with a temporary folder inside a repository, which is removed afterwards. */
export async function withTemporaryFolder<T>(
  { folder }: Repository,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const root = join(folder, "work");
  if (!swept.has(root)) {
    swept.add(root);
    await sweep(root);
  }
  const path = join(root, randomUUID());
  await mkdir(path, { recursive: true });
  try {
    return await work(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Removes what an earlier process left behind when it was killed. */
async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < startedAt) await rm(path, { recursive: true, force: true });
  }
}
