import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { endsWithin } from "./ends-within.ts";
import { GitRefusal } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { originalRoot, readLayout } from "./linked-repository.ts";

/** Folders inside a git folder that are searched with all below them. */
const searched = ["refs", "logs", "objects", "info", "reftable"];
/** Entries that are looked at. */
const maxEntries = 200_000;
/** Milliseconds for the search. */
const maxSearchMs = 2_000;

/**
 * Returns the path of a file of a repository for which git would wait without end: a named pipe or a device.
 * Null where there is none, or where it was not found in time.
 */
export async function findHangingFile(repository: GitFolder): Promise<string | null> {
  const found: { path: string | null } = { path: null };
  const budget = { entries: maxEntries, until: performance.now() + maxSearchMs };
  const search = async () => {
    const original = await originalRoot(repository).catch(() => null);
    for (const root of original === null ? [repository.folder] : [original, repository.folder]) {
      found.path = specialAmong(root, await entriesOf(root));
      for (const name of searched) found.path ??= await findBelow(join(root, name), budget);
      if (found.path !== null) return;
    }
  };
  // A volume may have stopped responding, which is what git waits for then.
  return (await endsWithin(search(), maxSearchMs)) ? found.path : null;
}

async function findBelow(
  folder: string,
  budget: { entries: number; readonly until: number },
): Promise<string | null> {
  const entries = await entriesOf(folder);
  budget.entries -= entries.length;
  const special = specialAmong(folder, entries);
  if (special !== null || budget.entries < 0 || performance.now() > budget.until) return special;
  for (const entry of entries) {
    const found = entry.isDirectory() ? await findBelow(join(folder, entry.name), budget) : null;
    if (found !== null) return found;
  }
  return null;
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

function specialAmong(folder: string, entries: readonly Dirent[]): string | null {
  // A socket cannot be opened, so that nobody waits for one.
  const special = entries.find(
    (entry) => entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice(),
  );
  return special ? join(folder, special.name) : null;
}

/** Returns the refusal for a command of git that made no progress. */
export async function describeHang(
  repository: GitFolder,
  command: string,
  obstacle: string | null,
  silentMs: number,
): Promise<GitRefusal> {
  const original = await originalRoot(repository).catch(() => null);
  const path =
    original === null
      ? repository.folder
      : ((await readLayout(repository.folder).catch(() => null))?.path ?? original);
  const why =
    obstacle === null
      ? `git ${command} made no progress for ${Math.round(silentMs / 1000)} seconds and was ended.`
      : `${obstacle} is a named pipe or a device, for which git ${command} waits without end. It was ended. Remove that file.`;
  const details = { path, command, ...(obstacle === null ? {} : { file: obstacle }) };
  return new GitRefusal("not_responding", `The repository ${path} does not respond: ${why}`, details);
}
