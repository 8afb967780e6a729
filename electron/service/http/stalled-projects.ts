import { type StallListener, stallListener } from "../git/children.ts";
import { FairQueue } from "./fair-queue.ts";
import type { Slot } from "./slot.ts";

/** Requests to a project whose git stalls that run at once. */
const limits = { atOnce: 64, perCaller: 24, waiting: 1000 };

/** Running requests to one project. */
class ProjectRequests implements StallListener {
  readonly slots = new Set<Slot>();
  /** Processes that stall. */
  stalls = 0;

  onStall(): void {
    this.stalls++;
    for (const slot of this.slots) slot.release();
  }

  onStallEnd(): void {
    this.stalls--;
  }
}

/**
 * Keeps projects whose git makes no progress from occupying the slots of their callers: as soon as it stalls, requests to
 * the project give theirs back, and further ones wait for a few slots of the project's own.
 */
export class StalledProjects {
  readonly #projects = new Map<number, ProjectRequests>();
  readonly #waiting = new FairQueue(limits);

  /** Runs a request to a project, which has `slot`. */
  async run<T>(projectId: number, slot: Slot, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const requests = this.#projects.get(projectId) ?? new ProjectRequests();
    this.#projects.set(projectId, requests);
    const isStalled = requests.stalls > 0;
    if (isStalled) slot.release();
    const release = isStalled ? await this.#waiting.acquire(String(projectId), signal) : () => undefined;
    requests.slots.add(slot);
    try {
      return await stallListener.run(requests, work);
    } finally {
      release();
      requests.slots.delete(slot);
      if (requests.slots.size === 0 && requests.stalls === 0) this.#projects.delete(projectId);
    }
  }
}
