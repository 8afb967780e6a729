import type { Clock } from "../clock.ts";
import { Memory } from "../memory.ts";
import type { GitProcesses } from "./children.ts";
import type { Volumes } from "./volume.ts";

/** Limits of what git reads and lists; tests set lower ones. */
export interface GitLimits {
  /** Milliseconds of a search in files. */
  readonly searchMs: number;
  /** Entries, and characters of paths, at which a listing is cut: a few small trees that name each other have any number of files. */
  readonly listedEntries: number;
  readonly listedCharacters: number;
  /** KiB of memory of a command whose memory is limited; its mapped packs do not count. */
  readonly memoryKib: number;
}

/** Processes, volumes and caches, which all repositories of one service share. */
export interface GitRuntime {
  readonly processes: GitProcesses;
  readonly volumes: Volumes;
  readonly limits: GitLimits;
  /** Umask of the user's own git; null where this process has not changed it. */
  readonly userUmask: number | null;
  /** Aborted when the service ends, and with it what git does in the background. */
  readonly ending: AbortSignal;
  readonly memory: Memory;
  readonly clock: Clock;
}

/** A git folder in which a service runs git. */
export interface GitFolder {
  /** Absolute path. */
  readonly folder: string;
  /** Whether it is Helve's own, so that nobody but this service writes to it. */
  readonly isOwn: boolean;
  readonly git: GitRuntime;
  /** Values that this folder has in memory. */
  readonly memory: Memory;
}

/** Returns a folder that is not Helve's own repository, or not yet one, to run git in. */
export const otherFolder = (git: GitRuntime, folder: string): GitFolder => ({
  folder,
  isOwn: false,
  git,
  memory: new Memory(),
});

/** Declares what each git folder has one of, such as its maintenance. */
export const perRepository =
  <T>(make: () => T) =>
  ({ memory }: Pick<GitFolder, "memory">): T =>
    memory.of(make, undefined);

/** Declares what all git folders of a service share one of, such as a cache that is bounded over all of them. */
export const acrossRepositories =
  <T>(make: () => T) =>
  ({ git }: Pick<GitFolder, "git">): T =>
    git.memory.of(make, undefined);
