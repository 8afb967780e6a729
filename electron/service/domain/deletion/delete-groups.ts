import { isStorageError } from "../../../system/storage-error.ts";
import { listProjectsOf, markForDeletion, nextGroupToDelete } from "../../store/groups/group-tree.ts";
import { deleteGroup, type Group } from "../../store/groups/groups.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { removeRecordedFolders } from "../projects/create-project.ts";
import { emitSystemEvent } from "../system-hooks/system-events.ts";
import { forgetOriginal } from "./forget-original.ts";
import { removeProject } from "./remove-project.ts";

/** Milliseconds until a deletion that a full disk has stopped goes on. */
const storageRetryDelayMs = 10_000;

/**
 * Deletes groups in the background: project by project, then the groups from the lowest up. The queue is the mark in the
 * groups' rows, so a killed service continues when it starts again. A marked group can still be read until
 * its row is gone; nothing can be added to it or changed.
 */
class GroupDeletions {
  readonly #store: Store;
  #onError: (error: unknown) => void = () => undefined;
  #work: Promise<void> | null = null;
  #closed = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Continues what an earlier run did not finish. Errors are reported from now on. */
  resume(onError: (error: unknown) => void): void {
    this.#onError = onError;
    this.#start();
  }

  /** Queues the deletion of a group with all that is below it. */
  add(group: Group): void {
    markForDeletion(this.#store, group);
    this.#start();
  }

  /** Ends once the project that is being deleted is gone; the rest waits for the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#work;
  }

  #start(): void {
    if (this.#closed) return;
    this.#work ??= this.#deleteAll()
      .catch((error: unknown) => {
        this.#onError(error);
        if (isStorageError(error)) setTimeout(() => this.#start(), storageRetryDelayMs).unref();
      })
      .finally(() => {
        this.#work = null;
      });
  }

  async #deleteAll(): Promise<void> {
    // The response is sent first.
    await new Promise((resolve) => setImmediate(resolve));
    await removeRecordedFolders(this.#store);
    for (let group = this.#next(); group; group = this.#next()) {
      for (const project of listProjectsOf(this.#store, [group])) {
        if (this.#closed) return;
        await this.#deleteProject(project);
      }
      this.#store.transaction(() => {
        deleteGroup(this.#store, group.id);
        emitSystemEvent(this.#store, { name: "group_destroy", group });
      });
    }
  }

  #next = (): Group | null => (this.#closed ? null : nextGroupToDelete(this.#store));

  async #deleteProject(project: Project): Promise<void> {
    const original = findOriginal(this.#store, project.id);
    // The user's own repository stays as it is.
    if (original) await forgetOriginal(this.#store, original, project);
    else await removeProject(this.#store, project);
  }
}

const known = new WeakMap<Store, GroupDeletions>();

/** Returns the deletions of a store. */
export function deletionsOf(store: Store): GroupDeletions {
  const found = known.get(store) ?? new GroupDeletions(store);
  known.set(store, found);
  return found;
}
