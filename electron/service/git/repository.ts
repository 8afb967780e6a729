import { rename, rm, rmdir } from "node:fs/promises";
import { stopMaintenance } from "./maintenance.ts";
import { ObjectReader } from "./objects/object-reader.ts";
import { git } from "./run.ts";
import { forgetLocks, ownGitFolder } from "./stale-locks.ts";

/** One bare repository on disk, driven through git itself. */
export interface Repository {
  readonly folder: string;
  readonly objects: ObjectReader;
  /** Runs one writer at a time; a failed one does not stop the next. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

const opened = new Map<string, Repository>();

/** The repository in a folder; the same value each time. */
export function openRepository(folder: string): Repository {
  const known = opened.get(folder);
  if (known) return known;
  ownGitFolder(folder);
  const objects = new ObjectReader(folder);
  const queue = { last: Promise.resolve() as Promise<unknown> };
  const repository: Repository = {
    folder,
    objects,
    exclusively(work) {
      const result = queue.last.then(work, work);
      queue.last = result.catch(() => undefined);
      return result;
    },
  };
  opened.set(folder, repository);
  return repository;
}

/** Ends the processes of every open repository. */
export function closeRepositories(): void {
  stopMaintenance();
  for (const { objects } of opened.values()) objects.close();
  opened.clear();
  forgetLocks();
}

/** Ending of a repository's folder while git makes it. */
export const unfinishedEnding = ".new";

/** Makes an empty bare repository whose first branch will be `main`: whole, or not at all. */
export async function createRepository(folder: string): Promise<void> {
  const unfinished = `${folder}${unfinishedEnding}`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    // Without the system's template, whose samples of hooks nobody runs here.
    await git(unfinished, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", unfinished]);
    // git may have made the folder itself, empty.
    await rmdir(folder).catch(() => undefined);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
