import type { GitProcesses, StallListener } from "../git/children.ts";
import { HttpError } from "./http-error.ts";

/** Limits of running work, in all and per caller, and of waiting work per caller. */
interface FairLimits {
  readonly atOnce: number;
  readonly perCaller: number;
  readonly waiting: number;
}

interface Caller {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Shares slots among callers by round robin, so that a caller with a thousand requests does not delay one with a single
 * request.
 */
export class FairQueue {
  readonly #limits: FairLimits;
  /** Callers in the order of their turns. */
  readonly #callers = new Map<string, Caller>();
  #running = 0;

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves with a function that releases the slot, once there is one. Throws 429 where too many calls of this caller
   * wait already, and the reason of `signal` where it is aborted meanwhile.
   */
  async acquire(name: string, signal: AbortSignal): Promise<() => void> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: [] };
    this.#callers.set(name, caller);
    if (this.#mayRun(caller)) this.#take(caller);
    else {
      if (caller.waiting.length >= this.#limits.waiting) throw new HttpError(429, { message: "Retry later" });
      await this.#wait(caller, signal);
    }
    let active = true;
    return () => {
      if (!active) return;
      active = false;
      caller.running--;
      this.#running--;
      this.#next();
      if (caller.running === 0 && caller.waiting.length === 0) this.#callers.delete(name);
    };
  }

  #mayRun({ running }: Caller): boolean {
    return this.#running < this.#limits.atOnce && running < this.#limits.perCaller;
  }

  #take(caller: Caller): void {
    caller.running++;
    this.#running++;
  }

  #wait(caller: Caller, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        caller.waiting.splice(caller.waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener("abort", leave);
        this.#take(caller);
        resolve();
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
      caller.waiting.push(start);
    });
  }

  /** Assigns a free slot to the next caller. */
  #next(): void {
    for (const [name, caller] of this.#callers) {
      if (caller.waiting.length === 0 || !this.#mayRun(caller)) continue;
      this.#callers.delete(name);
      this.#callers.set(name, caller);
      caller.waiting.shift()?.();
      return;
    }
  }
}

/**
 * A slot of a queue. `release` frees it; a streamed response frees it when its body was read to the end or canceled.
 */
export class Slot {
  readonly #release: () => void;
  #isStreaming = false;

  private constructor(release: () => void) {
    this.#release = release;
  }

  /** Waits for a slot. Throws 429 where this caller's queue is full, and the reason of `signal` where it is aborted. */
  static async take(queue: FairQueue, caller: string, signal: AbortSignal): Promise<Slot> {
    return new Slot(await queue.acquire(caller, signal));
  }

  /** Returns a response that occupies the slot until its body has ended. */
  stream(response: Response): Response {
    if (response.body === null) return response;
    const body = releasedAfter(response.body as ReadableStream<Uint8Array<ArrayBuffer>>, this.#release);
    this.#isStreaming = true;
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /** Releases the slot, unless a response streams. */
  release(): void {
    if (!this.#isStreaming) this.#release();
  }
}

function releasedAfter(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  release: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          release();
          controller.close();
        } catch (error) {
          release();
          throw error;
        }
      },
      async cancel(reason) {
        release();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

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
  readonly #processes: GitProcesses;

  constructor(processes: GitProcesses) {
    this.#processes = processes;
  }

  /** Runs a request to a project, which has `slot`. */
  async run<T>(projectId: number, slot: Slot, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const requests = this.#projects.get(projectId) ?? new ProjectRequests();
    this.#projects.set(projectId, requests);
    const isStalled = requests.stalls > 0;
    if (isStalled) slot.release();
    const release = isStalled ? await this.#waiting.acquire(String(projectId), signal) : () => undefined;
    requests.slots.add(slot);
    try {
      return await this.#processes.report(requests, work);
    } finally {
      release();
      requests.slots.delete(slot);
      if (requests.slots.size === 0 && requests.stalls === 0) this.#projects.delete(projectId);
    }
  }
}
