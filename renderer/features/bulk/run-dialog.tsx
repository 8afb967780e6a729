import { CircleCheck, CircleDashed, CircleHelp, CircleSlash, CircleX, LoaderCircle } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useAccountLabel } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { DestinationContext } from "../../ui/forms/destination.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./bulk.module.css";
import {
  type BulkTask,
  closeBulk,
  countResults,
  retryBulk,
  type StartedBulk,
  type TaskResult,
  undoBulk,
  useStartedBulk,
} from "./bulk-run.ts";

const marks = {
  waiting: { icon: CircleDashed, label: "Waiting" },
  running: { icon: LoaderCircle, label: "In progress" },
  done: { icon: CircleCheck, label: "Done" },
  failed: { icon: CircleX, label: "Failed" },
  uncertain: { icon: CircleHelp, label: "May have happened" },
  canceled: { icon: CircleSlash, label: "Not done" },
} as const;

/** The dialog of the bulk action that was started last; mounted once by the app. */
export function BulkHost() {
  const started = useStartedBulk((state) => state.started);
  const label = useAccountLabel();
  if (!started) return null;
  const { account } = started.action;
  return (
    <DestinationContext value={account && label(account)}>
      <RunDialog started={started} />
    </DestinationContext>
  );
}

/** A bulk action under way: progress, Cancel, the result of each thing, and Retry and Undo at the end. */
function RunDialog({ started }: { readonly started: StartedBulk }) {
  const { action, run } = started;
  const { title, done, count, tasks } = action;
  const state = useSyncExternalStore(run.subscribe, run.getState);
  const counts = countResults(state);
  const ended = tasks.length - counts.waiting - counts.running;
  const undoable = run.undoTasks().length;
  const retryable = run.undone().length;
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => {
        if (!open && !state.isRunning) closeBulk(started);
      }}
      title={title}
      sends={undoable + retryable > 0}
      actions={
        state.isRunning ? (
          <Button onClick={run.cancel}>Cancel the rest</Button>
        ) : (
          <>
            {undoable > 0 ? <Button onClick={() => undoBulk(started)}>Undo {count(undoable)}</Button> : null}
            {retryable > 0 ? (
              <Button onClick={() => retryBulk(started)}>Retry {count(retryable)}</Button>
            ) : null}
            <Button variant="primary" onClick={() => closeBulk(started)}>
              Close
            </Button>
          </>
        )
      }
    >
      <div className={layout.form}>
        <ProgressBar label={title} value={tasks.length === 0 ? 1 : ended / tasks.length} />
        <p className={styles.summary} role="status">
          <strong>
            {done} {counts.done.toLocaleString()} of {tasks.length.toLocaleString()}
          </strong>
          {counts.failed > 0 ? <span>{counts.failed.toLocaleString()} failed</span> : null}
          {counts.uncertain > 0 ? <span>{counts.uncertain.toLocaleString()} may have happened</span> : null}
          {counts.canceled > 0 ? <span>{counts.canceled.toLocaleString()} not done</span> : null}
        </p>
        {reasonsOf(state.results).map(([reason, times]) => (
          <p key={reason} className={styles.reason}>
            {times > 1 ? `${times.toLocaleString()} × ` : ""}
            {reason}
          </p>
        ))}
        <div className={flow.frame} style={{ height: Math.min(tasks.length * 32 + 2, 354) }}>
          <VirtualList
            label="Results"
            role="list"
            items={tasks}
            itemKey={({ key }) => key}
            rowHeight={32}
            renderItem={(task) => <ResultLine task={task} result={state.results.get(task.key)} />}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Reasons that are shown in full above the results. */
const maxReasons = 3;

/** Returns the commonest reasons of failures with how often each is given: a line of the results may cut its own off. */
function reasonsOf(results: ReadonlyMap<unknown, TaskResult>): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const result of results.values())
    if (result.state === "failed") counts.set(result.message, (counts.get(result.message) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, maxReasons);
}

function ResultLine({ task, result }: { readonly task: BulkTask; readonly result: TaskResult | undefined }) {
  const state = result?.state ?? "waiting";
  const { icon, label } = marks[state];
  const text = result && "message" in result ? result.message : task.text;
  return (
    <div className={styles.line} data-state={state}>
      <Icon of={icon} size={14} label={label} />
      <span className={cx(layout.ellipsis, styles.name)}>
        <bdi>{task.name}</bdi>
        {task.id === null ? null : (
          <span className={layout.muted}>
            {" "}
            {task.sign ?? "#"}
            {task.id}
          </span>
        )}
      </span>
      <span className={cx(layout.ellipsis, styles.effect)} title={text}>
        {text}
      </span>
    </div>
  );
}
