import type { Repositories } from "./git/repository.ts";
import type { Store } from "./store/store.ts";

/** Database, repositories and values in memory of one service. Two services share nothing. */
export interface ServiceStore extends Store {
  readonly git: Repositories;
  /** Whether system hooks may reach loopback and private addresses. */
  readonly allowsLocalHooks: boolean;
  /** Ends the processes of git and closes the database. */
  close(): Promise<void>;
}

/** Composes the store of a service, once at its start. */
export const composeStore = (
  store: Store,
  git: Repositories,
  { allowsLocalHooks = false }: { readonly allowsLocalHooks?: boolean } = {},
): ServiceStore => ({
  ...store,
  git,
  allowsLocalHooks,
  async close() {
    const ended = git.close();
    store.close();
    await ended;
  },
});

/** Declares what each service has one of in memory, such as the watch of its originals. */
export const perService =
  <T>(make: (store: ServiceStore) => T) =>
  (store: ServiceStore): T =>
    store.memory.of(make, store);
