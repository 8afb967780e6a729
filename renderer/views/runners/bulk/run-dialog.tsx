import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { toast } from "../../../ui/toast.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { cacheDetail } from "../fleet/runner-queries.ts";
import { runnersText } from "./action-labels.ts";
import styles from "./bulk.module.css";
import { countResults, createBulkRun, type Task, type TaskResult } from "./bulk-run.ts";
import { performStep } from "./perform-step.ts";

interface RunDialogProps {
  readonly account: string;
  readonly version: string | null;
  readonly title: string;
  /** "Paused" 3 runners. */
  readonly done: string;
  readonly tasks: readonly Task[];
  readonly onClose: () => void;
  /** Offers to undo what was done. */
  readonly onUndo?: (tasks: readonly Task[]) => void;
  readonly onDone: () => void;
}

const marks = {
  waiting: { icon: CircleDashed, label: "Waiting" },
  running: { icon: LoaderCircle, label: "In progress" },
  done: { icon: CircleCheck, label: "Done" },
  failed: { icon: CircleX, label: "Failed" },
  canceled: { icon: CircleSlash, label: "Not done" },
} as const;

const describe = (error: unknown) => {
  const { message, detail, title, isUncertain = false } = describeProblem(error);
  return { message: [title, message, detail].filter(Boolean).join(" · "), isUncertain };
};

/** A bulk action under way: progress, Cancel, the result of each runner, and Retry and Undo at the end. */
export function RunDialog(props: RunDialogProps) {
  const { account, version, title, done, tasks, onClose, onUndo, onDone } = props;
  const client = useQueryClient();
  const [run] = useState(() =>
    createBulkRun(tasks, performStep(account, version, cacheDetail(client, account)), describe),
  );
  const state = useSyncExternalStore(run.subscribe, run.getState);
  const counts = countResults(state);
  const ended = counts.done + counts.failed + counts.canceled;
  const latest = useRef({ onDone });
  latest.current = { onDone };
  const follow = async (work: Promise<void>) => {
    await work;
    void invalidateResources(client, account, ["runners"]);
    if (countResults(run.getState()).done === tasks.length) latest.current.onDone();
  };
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void follow(run.start());
  }, [run]);
  const close = () => {
    if (state.isRunning) return;
    const undo = run.undoTasks();
    if (counts.done > 0 && onUndo) {
      toast.success(`${done} ${runnersText(counts.done)}`, {
        ...(undo.length > 0 ? { action: { label: "Undo", onSelect: () => onUndo(undo) } } : {}),
      });
    }
    onClose();
  };
  const undoable = state.isRunning || !onUndo ? [] : run.undoTasks();
  const unfinished = counts.failed + counts.canceled;
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && close()}
      title={title}
      actions={
        state.isRunning ? (
          <Button onClick={run.cancel}>Cancel the rest</Button>
        ) : (
          <>
            {undoable.length > 0 && onUndo ? (
              <Button onClick={() => onUndo(undoable)}>Undo {runnersText(undoable.length)}</Button>
            ) : null}
            {unfinished > 0 ? (
              <Button onClick={() => void follow(run.retry())}>Retry {runnersText(unfinished)}</Button>
            ) : null}
            <Button variant="primary" onClick={close}>
              Close
            </Button>
          </>
        )
      }
    >
      <div className={styles.form}>
        <ProgressBar label={title} value={tasks.length === 0 ? 1 : ended / tasks.length} />
        <p className={styles.summary} role="status">
          <strong>
            {done} {counts.done.toLocaleString()} of {tasks.length.toLocaleString()}
          </strong>
          {counts.failed > 0 ? <span>{counts.failed.toLocaleString()} failed</span> : null}
          {counts.canceled > 0 ? <span>{counts.canceled.toLocaleString()} not done</span> : null}
        </p>
        <div className={styles.frame} style={{ height: Math.min(tasks.length * 32 + 2, 354) }}>
          <VirtualList
            label="Results"
            role="list"
            items={tasks}
            itemKey={({ id }) => id}
            rowHeight={32}
            renderItem={(task) => <ResultLine task={task} result={state.results.get(task.id)} />}
          />
        </div>
      </div>
    </Dialog>
  );
}

function ResultLine({ task, result }: { readonly task: Task; readonly result: TaskResult | undefined }) {
  const { state } = result ?? { state: "waiting" as const };
  const { icon, label } = marks[state];
  const text =
    result?.state === "failed"
      ? `${result.isUncertain ? "May have happened: " : ""}${result.message}`
      : task.text;
  return (
    <div className={styles.line} data-state={state}>
      <Icon of={icon} size={14} label={label} />
      <span className={styles.name}>
        <bdi>{task.name}</bdi> <span className={layout.muted}>#{task.id}</span>
      </span>
      <span className={styles.effect} title={text}>
        {text}
      </span>
    </div>
  );
}
