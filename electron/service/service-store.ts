import type { Optional } from "../../shared/optional.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { GitLimits } from "./git/git-folder.ts";
import { createRepositories, type Repositories } from "./git/repository.ts";
import { openStore } from "./store/schema/open-store.ts";
import type { Store } from "./store/store.ts";

/** Database, repositories and values in memory of one service. Two services share nothing. */
export interface ServiceStore extends Store {
  readonly git: Repositories;
  /** Whether system hooks may reach loopback and private addresses. */
  readonly allowsLocalHooks: boolean;
  /** Ends the processes of git and closes the database. */
  close(): Promise<void>;
}

/** Parts of a service that its start or a test chooses. */
export type Composition = Optional<{
  clock: Clock;
  /** Limits of what git reads; tests set lower ones. */
  gitLimits: Partial<GitLimits>;
  /** Umask of the user's own git; null where this process has not changed it. */
  userUmask: number | null;
  allowsLocalHooks: boolean;
}>;

/** Composes what a service has in a folder, once at its start: database, repositories and clock. */
export function composeStore(
  folder: string,
  { clock = systemClock, gitLimits, userUmask, allowsLocalHooks = false }: Composition = {},
): ServiceStore {
  const store = openStore(folder, clock);
  const git = createRepositories({ clock, limits: gitLimits, userUmask });
  return {
    ...store,
    git,
    allowsLocalHooks,
    async close() {
      const ended = git.close();
      store.close();
      await ended;
    },
  };
}

/** Declares what each service has one of in memory, such as the watch of its originals. */
export const perService =
  <T>(make: (store: ServiceStore) => T) =>
  (store: ServiceStore): T =>
    store.memory.of(make, store);
