import { isStorageError } from "../../../system/storage-error.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { listProjectsOf, markForDeletion, nextGroupToDelete } from "../../store/groups/group-tree.ts";
import { deleteGroupRow, type Group } from "../../store/groups/groups.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { removeRecordedFolders } from "../projects/write-project.ts";
import { removeAnyProject } from "./remove-project.ts";

/** Milliseconds until a deletion that a full disk has stopped goes on. */
const storageRetryDelayMs = 10_000;

/**
 * Deletes groups in the background: project by project, then the groups from the lowest up. The queue is the mark in the
 * groups' rows, so a killed service continues when it starts again. A marked group can still be read until
 * its row is gone; nothing can be added to it or changed.
 */
class GroupDeletions {
  readonly #store: ServiceStore;
  #onError: (error: unknown) => void = () => undefined;
  #work: Promise<void> | null = null;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(store: ServiceStore) {
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
    clearTimeout(this.#retry);
  }

  #start(): void {
    if (this.#closed) return;
    this.#work ??= this.#deleteAll()
      .catch((error: unknown) => {
        this.#onError(error);
        if (isStorageError(error)) this.#retry = setTimeout(() => this.#start(), storageRetryDelayMs).unref();
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
        await removeAnyProject(this.#store, project);
      }
      this.#store.transaction(() => {
        deleteGroupRow(this.#store, group.id);
        emitSystemEvent(this.#store, { name: "group_destroy", group });
      });
    }
  }

  #next = (): Group | null => (this.#closed ? null : nextGroupToDelete(this.#store));
}

/** Returns the deletions of a service. */
export const deletionsOf = perService((store) => new GroupDeletions(store));
