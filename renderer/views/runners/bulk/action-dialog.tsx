import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { invalidateResources } from "../../../api/query-client.ts";
import { startBulk } from "../../../features/bulk/start-bulk.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import layout from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { RowKey } from "../../../ui/row-selection.ts";
import type { SeenValues } from "../filter/completions.ts";
import { joinReadings } from "../fleet/join-readings.ts";
import { cacheDetail } from "../fleet/runner-queries.ts";
import { useNeededReadings } from "../fleet/use-needed-readings.ts";
import { actionLabels, runnersText } from "./action-labels.ts";
import styles from "./bulk.module.css";
import type { BulkRequest } from "./bulk-request.ts";
import { performStep } from "./perform-step.ts";
import { planAction, type RunnerAction, type TargetProject } from "./plan.ts";
import { PlanList } from "./plan-list.tsx";
import { ProjectChoice } from "./project-choice.tsx";
import { type RunnerStep, runnerTask } from "./runner-task.ts";
import { TagChoice } from "./tag-choice.tsx";
import type { TagChange } from "./tags.ts";

interface ActionDialogProps {
  readonly account: string;
  /** Project of the page, offered first where one is to be chosen. */
  readonly project: string | undefined;
  readonly isAdmin: boolean;
  /** Version of the service, null where it hides it. */
  readonly version: string | null;
  readonly seen: SeenValues;
  readonly request: BulkRequest;
  readonly onClose: () => void;
  /** Called with the runners that were not changed. */
  readonly onEnded: (undone: ReadonlySet<RowKey>) => void;
}

const noChange: TagChange = { kind: "edit", add: [], remove: [] };

/** The dry run of a bulk action: what changes for each runner, and what cannot and why. Nothing is written before the button. */
export function ActionDialog(props: ActionDialogProps) {
  const { account, isAdmin, version, request, onClose, onEnded } = props;
  const { action: kind, runners } = request;
  const words = actionLabels[kind];
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const [change, setChange] = useState(noChange);
  const [project, setProject] = useState<TargetProject | null>(null);
  const ids = useMemo(() => runners.map(({ id }) => id), [runners]);
  const reading = useNeededReadings(account, ids, {
    details: true,
    jobs: kind === "delete",
    readSince: openedAt,
  });
  const action: RunnerAction | null =
    kind === "retag"
      ? { kind, change }
      : kind === "enable" || kind === "disable"
        ? project && { kind, project }
        : { kind };
  const { cacheVersion } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cache version means that the cache has more
  const rows = useMemo(
    () => runners.map((runner) => joinReadings(client, account, runner, openedAt)),
    [client, account, runners, openedAt, cacheVersion],
  );
  const plan = action && !reading.isReading ? planAction(action, rows, { isAdmin }) : [];
  const changed = plan.flatMap(({ id, name, text, step }) => (step ? [{ id, name, text, step }] : []));
  const start = async () => {
    const isSure = kind !== "delete" || (await confirmDelete(changed));
    if (!isSure) return;
    const perform = performStep(account, version, cacheDetail(client, account));
    onClose();
    startBulk({
      account,
      title: words.title,
      done: words.done,
      count: runnersText,
      tasks: changed.map((step) => runnerTask(step, perform)),
      onChanged: () => void invalidateResources(client, account, ["runners"]),
      onEnded,
    });
  };
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      // Deletion waits for Enter on its button.
      onEnter={kind === "delete" || changed.length === 0 ? undefined : () => void start()}
      title={words.title}
      description={
        kind === "delete"
          ? "A deleted runner cannot be restored. Its machine has to be registered again."
          : undefined
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={kind === "delete" ? "danger" : "primary"}
            disabled={changed.length === 0}
            onClick={() => void start()}
          >
            {reading.isReading ? words.title : `${words.verb} ${runnersText(changed.length)}`}
            {kind === "delete" ? "…" : ""}
          </Button>
        </>
      }
    >
      <div className={layout.form}>
        {kind === "retag" ? <TagChoice rows={rows} seen={props.seen} onChange={setChange} /> : null}
        {kind === "enable" || kind === "disable" ? (
          <ProjectChoice
            isAdmin={isAdmin}
            kind={kind}
            rows={rows}
            preset={props.project}
            chosen={project}
            onChoose={setProject}
          />
        ) : null}
        {reading.isReading ? (
          <div role="status" className={styles.reading}>
            <ProgressBar label="Loading runners" value={reading.done / Math.max(1, reading.total)} />
            {reading.done.toLocaleString()} of {reading.total.toLocaleString()} loaded
          </div>
        ) : (
          <PlanList plan={plan} outcome={kind === "delete" ? "will be deleted" : "will change"} />
        )}
      </div>
    </Dialog>
  );
}

/** A second confirmation with the number of runners. */
function confirmDelete(steps: readonly RunnerStep[]): Promise<boolean> {
  const [first] = steps;
  const what = steps.length === 1 && first ? first.name : runnersText(steps.length);
  return confirm({
    title: `Delete ${what}?`,
    description: `This deletes ${runnersText(steps.length)} for good. Jobs that run there fail, and each machine needs a new token. It cannot be undone.`,
    confirmLabel: `Delete ${runnersText(steps.length)}`,
    danger: true,
    ...(steps.length > 1 ? { requireText: String(steps.length) } : {}),
  });
}
