import { ProblemError } from "../../../shared/errors.ts";
import type { NewQueued, QueueLane } from "../../../shared/host/merge-queue.ts";
import { MergeQueue } from "../merge-queue/merge-queue.ts";
import type { StoredQueue } from "../merge-queue/queue-file.ts";
import type { QueueService } from "../merge-queue/queue-service.ts";

const project = "team/app";
/** The lane of every merge request of a model. */
export const lane: QueueLane = { accountId: "1", project, targetBranch: "main" };
/** Returns a hash that stands for a text. */
export const shaOf = (text: string) => Buffer.from(text).toString("hex").padEnd(40, "0").slice(0, 40);

/** A merge request on the model of a service. `content` is what its commits do; a rebase keeps it. */
export interface ModelRequest {
  state: "opened" | "merged" | "closed";
  target: string;
  content: string;
  /** Tip of the target that it is based on. */
  base: number;
  approvals: number;
  pipeline: "success" | "running" | "failed" | null;
  draft: boolean;
}

/**
 * Fate of a write: it works, somebody pushes right before it, it is refused, or its response or Helve's process is lost
 * before or after it took effect.
 */
export type Fault =
  | "none"
  | "raced"
  | "refused"
  | "lost-before"
  | "lost-after"
  | "killed-before"
  | "killed-after";

class Killed extends Error {}

/** A service with merge requests, of which each needs `required` approvals; it enforces none of them itself. */
export function model(count: number, required: number) {
  const requests = new Map<number, ModelRequest>();
  for (let iid = 1; iid <= count; iid++) {
    requests.set(iid, {
      state: "opened",
      target: "main",
      content: `work ${iid}`,
      base: 0,
      approvals: required,
      pipeline: "success",
      draft: false,
    });
  }
  const world = {
    requests,
    tip: 0,
    fault: "none" as Fault,
    /** Whether the process ended within a write: nothing more reaches the disk. */
    isKilled: false,
    isAway: false,
    /** Merges that took effect: what was merged, and what was known then. */
    merges: [] as { iid: number; content: string; approvals: number; byQueue: boolean }[],
    merge(iid: number, byQueue: boolean) {
      const request = get(iid);
      request.state = "merged";
      world.tip++;
      world.merges.push({ iid, content: request.content, approvals: request.approvals, byQueue });
    },
    get,
    headOf,
  };
  function get(iid: number): ModelRequest {
    const request = requests.get(iid);
    if (!request) throw new Error(`There is no !${iid}`);
    return request;
  }
  function headOf(iid: number): string {
    const { content, base } = get(iid);
    return shaOf(`${iid}${base}${content}`);
  }
  const away = () => new ProblemError({ code: "offline", message: "Away", changed: "no" });
  const write = (iid: number, effect: () => void, check: () => void) => {
    const { fault } = world;
    world.fault = "none";
    if (fault === "raced") get(iid).content = `raced ${get(iid).content}`;
    if (world.isAway) throw away();
    if (fault.startsWith("killed")) world.isKilled = true;
    if (fault === "killed-before") throw new Killed();
    if (fault === "lost-before")
      throw new ProblemError({ code: "uncertain_write", message: "Lost", changed: "unknown" });
    if (fault === "refused")
      throw new ProblemError({ code: "refused", message: "No", status: 405, changed: "no" });
    check();
    effect();
    if (fault === "killed-after") throw new Killed();
    if (fault === "lost-after")
      throw new ProblemError({ code: "uncertain_write", message: "Lost", changed: "unknown" });
  };
  const refuse = (status: number) =>
    new ProblemError({ code: "refused", message: "No", status, changed: "no" });
  const service: QueueService = {
    async read({ iid }) {
      if (world.isAway) throw away();
      const { target, content, pipeline } = get(iid);
      return {
        sha: headOf(iid),
        targetBranch: target,
        fingerprint: content,
        hasPipeline: pipeline !== null,
      };
    },
    async observe({ iid }) {
      if (world.isAway) throw away();
      const { state, target, content, base, approvals, pipeline, draft } = get(iid);
      return {
        mergeRequest: {
          state,
          sha: headOf(iid),
          target_branch: target,
          draft,
          work_in_progress: draft,
          merge_status: "can_be_merged",
          diverged_commits_count: world.tip - base,
          head_pipeline: pipeline && { status: pipeline, sha: headOf(iid) },
        },
        approvals: { required, left: Math.max(0, required - approvals) },
        fingerprint: content,
        project: { needsPipeline: true, takesSkipped: false, needsResolved: false },
      };
    },
    async rebase({ iid }) {
      write(
        iid,
        () => {
          get(iid).base = world.tip;
          get(iid).pipeline = "running";
        },
        () => undefined,
      );
    },
    async merge({ iid }, sha) {
      write(
        iid,
        () => world.merge(iid, true),
        () => {
          if (get(iid).state !== "opened") throw refuse(405);
          if (headOf(iid) !== sha) throw refuse(409);
        },
      );
    },
  };
  return { world, service };
}

/** A queue on a model, whose disk survives `restart`. */
export function queueOn({ service, world }: ReturnType<typeof model>) {
  let disk: StoredQueue = { entries: [], paused: [] };
  let now = 1_700_000_000_000;
  const start = () =>
    new MergeQueue({
      store: {
        load: () => structuredClone(disk),
        save(queue) {
          if (!world.isKilled) disk = structuredClone(queue);
        },
      },
      service,
      onChange: () => undefined,
      onEnd: () => undefined,
      now: () => now,
    });
  let queue = start();
  return {
    get queue() {
      return queue;
    },
    restart() {
      world.isKilled = false;
      queue = start();
    },
    pass(ms: number) {
      now += ms;
    },
    /** Looks once; a kill within is a restart from the disk. */
    async step() {
      await queue.step();
      if (world.isKilled) this.restart();
    },
    async add(iid: number, sha: string) {
      const added: NewQueued = { ...lane, iid, title: `Work ${iid}`, sha };
      return queue.add(added);
    },
  };
}

/** Returns state and reason of a merge request in a queue; undefined where it is in none. */
export const stateOf = (queue: MergeQueue, iid: number) => {
  const entry = queue.state.entries.find((each) => each.iid === iid);
  return entry && { state: entry.state, reason: entry.reason };
};
