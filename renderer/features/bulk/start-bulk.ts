import { create } from "zustand";
import type { RowKey } from "../../ui/row-selection.ts";
import { toast } from "../../ui/toast.tsx";
import { type BulkRun, type BulkTask, countResults, createBulkRun } from "./bulk-run.ts";

/** An action on many things. */
export interface BulkAction {
  /** Account that is written to, null where there are several. */
  readonly account: string | null;
  /** Such as "Pause runners". */
  readonly title: string;
  /** Such as "Paused", before a number of things. */
  readonly done: string;
  /** Returns a number of things as text, such as "3 runners". */
  readonly count: (count: number) => string;
  readonly tasks: readonly BulkTask[];
  /** Reads again what the tasks may have changed. */
  readonly onChanged: () => void;
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
  const started = { action, run: createBulkRun(action.tasks) };
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
  action.onChanged();
  action.onEnded?.(new Set(run.undone().map(({ key }) => key)));
}
