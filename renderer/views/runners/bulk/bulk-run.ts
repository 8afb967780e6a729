import { inParallel } from "../../../../shared/in-parallel.ts";
import { stepText } from "./action-labels.ts";
import type { Step } from "./plan.ts";

/** A runner and what is done to it. */
export interface Task {
  readonly id: number;
  readonly name: string;
  readonly step: Step;
  /** Description of the step's change. */
  readonly text: string;
}

/** Result of a task. `canceled`: it was not begun. */
export type TaskResult =
  | { readonly state: "waiting" | "running" | "canceled" }
  | { readonly state: "done"; readonly undo: Step | null }
  | { readonly state: "failed"; readonly message: string; readonly isUncertain: boolean };

/** A running bulk action. */
export interface BulkState {
  readonly tasks: readonly Task[];
  readonly results: ReadonlyMap<number, TaskResult>;
  readonly isRunning: boolean;
}

/** Carries out a step and returns the one that undoes it, null where none can. Throws what went wrong. */
export type Perform = (task: Task) => Promise<Step | null>;

/** Describes what went wrong; `isUncertain` where the step may have happened. */
export type Describe = (error: unknown) => { readonly message: string; readonly isUncertain: boolean };

/** Concurrent writes. */
const concurrency = 3;

/** Creates a run of tasks, each done once, that can be canceled, and whose failures can be retried. */
export function createBulkRun(tasks: readonly Task[], perform: Perform, describe: Describe) {
  let state: BulkState = {
    tasks,
    results: new Map(tasks.map(({ id }) => [id, { state: "waiting" as const }])),
    isRunning: false,
  };
  let controller = new AbortController();
  const listeners = new Set<() => void>();
  const update = (next: Partial<BulkState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const settle = (id: number, result: TaskResult) =>
    update({ results: new Map(state.results).set(id, result) });

  async function run(chosen: readonly Task[]): Promise<void> {
    if (state.isRunning) return;
    controller = new AbortController();
    const results = new Map(state.results);
    for (const { id } of chosen) results.set(id, { state: "waiting" });
    update({ isRunning: true, results });
    await inParallel(chosen, concurrency, attempt, controller.signal);
    const ended = new Map(state.results);
    for (const [id, result] of ended) if (result.state === "waiting") ended.set(id, { state: "canceled" });
    update({ isRunning: false, results: ended });
  }

  async function attempt(task: Task): Promise<void> {
    settle(task.id, { state: "running" });
    try {
      settle(task.id, { state: "done", undo: await perform(task) });
    } catch (error) {
      settle(task.id, { state: "failed", ...describe(error) });
    }
  }

  const inState = (...states: readonly TaskResult["state"][]) =>
    tasks.filter(({ id }) => states.includes(state.results.get(id)?.state ?? "waiting"));

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => run(tasks),
    /** Begins nothing more; what is under way ends as it does. */
    cancel: () => controller.abort(),
    /** Does again what failed or was not begun. */
    retry: () => run(inState("failed", "canceled")),
    /** Returns the tasks that undo what was done, in reverse. */
    undoTasks: (): Task[] =>
      tasks
        .flatMap(({ id, name }) => {
          const result = state.results.get(id);
          return result?.state === "done" && result.undo
            ? [{ id, name, step: result.undo, text: stepText(result.undo) }]
            : [];
        })
        .reverse(),
  };
}

/** Counts the results of a run by state. */
export function countResults({ results }: BulkState): Readonly<Record<TaskResult["state"], number>> {
  const counts = { waiting: 0, running: 0, canceled: 0, done: 0, failed: 0 };
  for (const { state } of results.values()) counts[state]++;
  return counts;
}
