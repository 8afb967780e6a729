import { rename, rm, rmdir } from "node:fs/promises";
import type { Optional } from "../../../shared/optional.ts";
import { type Clock, systemClock } from "../clock.ts";
import { Memory } from "../memory.ts";
import { GitProcesses } from "./children.ts";
import { type GitFolder, type GitLimits, type GitRuntime, otherFolder } from "./git-folder.ts";
import { ObjectReader } from "./object-reader.ts";
import { git } from "./run.ts";
import { Volumes } from "./volume.ts";

/** One bare repository of Helve's own on disk, driven through git itself. */
export interface Repository extends GitFolder {
  readonly objects: ObjectReader;
  /** Runs one writer at a time; a failed one does not stop the next. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** The repositories of one service, and the git that runs in them. */
export interface Repositories extends GitRuntime {
  /** Returns the repository in a folder; the same value each time. */
  open(folder: string): Repository;
  /** Ends the processes of a repository whose folder is removed, and forgets what is known about it. */
  forget(folder: string): void;
  /** Ends the processes and background work of all repositories. Nothing may be opened after it. */
  close(): Promise<void>;
}

const defaultLimits: GitLimits = {
  searchMs: 60_000,
  listedEntries: 500_000,
  listedCharacters: 48 * 1024 * 1024,
  memoryKib: 1024 * 1024,
};

type RepositoriesOptions = Optional<{
  limits: Partial<GitLimits>;
  /** Umask of the user's own git; null where this process has not changed it. */
  userUmask: number | null;
  clock: Clock;
}>;

/** Composes the git of one service. Two of them share nothing. */
export function createRepositories({
  limits,
  userUmask = null,
  clock = systemClock,
}: RepositoriesOptions = {}): Repositories {
  const opened = new Map<string, Repository>();
  const ending = new AbortController();
  const runtime: GitRuntime = {
    processes: new GitProcesses(),
    volumes: new Volumes(),
    limits: { ...defaultLimits, ...limits },
    userUmask,
    ending: ending.signal,
    memory: new Memory(),
    clock,
  };
  return {
    ...runtime,
    open(folder) {
      const known = opened.get(folder);
      if (known) return known;
      const repository = createHandle(folder, runtime);
      opened.set(folder, repository);
      return repository;
    },
    forget(folder) {
      opened.get(folder)?.objects.close();
      opened.delete(folder);
    },
    async close() {
      ending.abort();
      for (const { objects } of opened.values()) objects.close();
      opened.clear();
      await runtime.processes.end();
    },
  };
}

function createHandle(folder: string, runtime: GitRuntime): Repository {
  const own: GitFolder = { folder, isOwn: true, git: runtime, memory: new Memory() };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...own,
    objects: new ObjectReader(own),
    exclusively(work) {
      const result = last.then(work, work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}

/** Ending of a repository's folder while git makes it. */
export const unfinishedEnding = ".new";

/** Makes an empty bare repository whose first branch will be `main`: whole, or not at all. */
export async function createRepository(runtime: GitRuntime, folder: string): Promise<void> {
  const unfinished = `${folder}${unfinishedEnding}`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    // Without the system's template, whose samples of hooks nobody runs here.
    const args = ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", unfinished];
    await git(otherFolder(runtime, unfinished), args);
    // git may have made the folder itself, empty.
    await rmdir(folder).catch(() => undefined);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
