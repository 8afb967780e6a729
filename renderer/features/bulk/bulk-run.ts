import { create } from "zustand";
import { inParallel } from "../../../shared/in-parallel.ts";
import type { Optional } from "../../../shared/optional.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import type { WriteFlow } from "../../api/send-write.ts";
import type { RowKey } from "../../ui/lists/row-selection.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** A change of one thing. */
export interface BulkTask
  extends Optional<{
    /** Text before the number; `#` where it is left out. */
    sign: string;
  }> {
  /** Unique among the tasks of a run. */
  readonly key: RowKey;
  /** Number of the thing, shown beside its name; null for none. */
  readonly id: number | null;
  readonly name: string;
  /** The change, or another distinguishing property. */
  readonly text: string;
  /** Makes the change, and returns the task that undoes it, null where none can. Throws what went wrong. */
  readonly perform: () => Promise<BulkTask | null>;
}

/** Result of a task. `canceled`: it was not begun; `uncertain`: it may have happened, and is never repeated. */
export type TaskResult =
  | { readonly state: "waiting" | "running" | "canceled" }
  | { readonly state: "done"; readonly undo: BulkTask | null }
  | { readonly state: "failed" | "uncertain"; readonly message: string };

/** Whether tasks follow each other: all of them, or up to one that fails, as steps do. */
type BulkOrder = Optional<{ inOrder: "all" | "until-failure" }>;

/** A running bulk action. */
interface BulkState {
  readonly results: ReadonlyMap<RowKey, TaskResult>;
  readonly isRunning: boolean;
}

/** Concurrent writes. */
const concurrency = 3;

/** A run of tasks. */
type BulkRun = ReturnType<typeof createBulkRun>;

/**
 * Returns a run of tasks, each done once, that can be canceled, and whose failures can be retried. Tasks `inOrder` are
 * done one after another.
 */
export function createBulkRun(tasks: readonly BulkTask[], { inOrder }: BulkOrder = {}) {
  let state: BulkState = {
    results: new Map(tasks.map(({ key }) => [key, { state: "waiting" as const }])),
    isRunning: false,
  };
  let controller = new AbortController();
  const listeners = new Set<() => void>();
  const update = (next: Partial<BulkState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const settle = (key: RowKey, result: TaskResult) =>
    update({ results: new Map(state.results).set(key, result) });

  async function run(chosen: readonly BulkTask[]): Promise<void> {
    if (state.isRunning) return;
    controller = new AbortController();
    const results = new Map(state.results);
    for (const { key } of chosen) results.set(key, { state: "waiting" });
    update({ isRunning: true, results });
    await inParallel(chosen, inOrder ? 1 : concurrency, attempt, controller.signal);
    const ended = new Map(state.results);
    for (const [key, result] of ended) if (result.state === "waiting") ended.set(key, { state: "canceled" });
    update({ isRunning: false, results: ended });
  }

  async function attempt({ key, perform }: BulkTask): Promise<void> {
    settle(key, { state: "running" });
    try {
      settle(key, { state: "done", undo: await perform() });
    } catch (error) {
      settle(key, failureOf(error));
      if (inOrder === "until-failure") controller.abort();
    }
  }

  const undone = () => {
    const states = ["failed", "canceled"];
    return tasks.filter(({ key }) => states.includes(state.results.get(key)?.state ?? ""));
  };

  return {
    tasks,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => run(tasks),
    /** Starts no further task; running ones complete. */
    cancel: () => controller.abort(),
    /** Repeats tasks that failed or were not started. */
    retry: () => run(undone()),
    /** Returns the tasks that failed or were not begun. */
    undone,
    /** Returns the tasks that undo what was done, in reverse; they cannot be undone themselves. */
    undoTasks: (): BulkTask[] =>
      tasks
        .flatMap(({ key }) => {
          const result = state.results.get(key);
          return result?.state === "done" && result.undo ? [withoutUndo(result.undo)] : [];
        })
        .reverse(),
  };
}

function failureOf(error: unknown): TaskResult {
  const { message, detail, title, isUncertain } = describeProblem(error);
  const text = [title, message, detail].filter(Boolean).join(" · ");
  return { state: isUncertain ? "uncertain" : "failed", message: text };
}

const withoutUndo = (task: BulkTask): BulkTask => ({
  ...task,
  perform: async () => {
    await task.perform();
    return null;
  },
});

/** Counts the results of a run by state. */
export function countResults({ results }: BulkState): Readonly<Record<TaskResult["state"], number>> {
  const counts = { waiting: 0, running: 0, canceled: 0, done: 0, failed: 0, uncertain: 0 };
  for (const { state } of results.values()) counts[state]++;
  return counts;
}

/** An action on many things. */
interface BulkAction extends BulkOrder {
  /** Account that is written to, null where there are several. */
  readonly account: string | null;
  /** Such as "Pause runners". */
  readonly title: string;
  /** Such as "Paused", before a number of things. */
  readonly done: string;
  /** Returns a number of things as text, such as "3 runners". */
  readonly count: (count: number) => string;
  readonly tasks: readonly BulkTask[];
  /** Writes of the tasks, which end with each run. */
  readonly writes: WriteFlow;
  /** Called at the end and after each retry with the tasks that failed or were not begun. */
  readonly onEnded?: (undone: ReadonlySet<RowKey>) => void;
}

/** A bulk action and its run. */
export interface StartedBulk {
  readonly action: BulkAction;
  readonly run: BulkRun;
}

/** The bulk action whose dialog is open. It belongs to no view, so that each of them can be left meanwhile. */
export const useStartedBulk = create<{ readonly started: StartedBulk | null }>(() => ({ started: null }));

/** Begins a bulk action and opens its dialog. */
export function startBulk(action: BulkAction): void {
  const started = { action, run: createBulkRun(action.tasks, action) };
  useStartedBulk.setState({ started });
  void follow(started, started.run.start());
}

/** Repeats tasks that failed or were not started, in the dialog. */
export function retryBulk(started: StartedBulk): void {
  useStartedBulk.setState({ started });
  void follow(started, started.run.retry());
}

/** Undoes what was done, as a bulk action of its own. */
export function undoBulk({ action, run }: StartedBulk): void {
  const { onEnded: _, ...rest } = action;
  startBulk({ ...rest, title: "Undo", done: "Restored", tasks: run.undoTasks() });
}

/** Closes the dialog; what can still be undone or retried then is offered in a notification. */
export function closeBulk(started: StartedBulk): void {
  useStartedBulk.setState({ started: null });
  const { action, run } = started;
  const { done } = countResults(run.getState());
  const title = `${action.done} ${done === run.tasks.length ? "" : `${done.toLocaleString()} of `}${action.count(run.tasks.length)}`;
  const show = done === run.tasks.length ? toast.success : toast.warning;
  if (run.undoTasks().length > 0) {
    show(title, { action: { label: "Undo", onSelect: () => undoBulk(started) } });
  } else if (run.undone().length > 0) {
    show(title, { action: { label: "Retry", onSelect: () => retryBulk(started) } });
  }
}

async function follow({ action, run }: StartedBulk, work: Promise<void>): Promise<void> {
  await work;
  action.writes.end();
  action.onEnded?.(new Set(run.undone().map(({ key }) => key)));
}
