import { useQueryClient } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { getProject, listProjects } from "../../../../shared/api/resources/projects.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { type BulkTask, startBulk } from "../../../features/bulk/bulk-run.ts";
import { PlanList } from "../../../features/bulk/plan-list.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import type { FilterItem } from "../../../ui/lists/filter-list.tsx";
import type { RowKey } from "../../../ui/lists/row-selection.ts";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import type { SeenValues } from "../filter/query-field.tsx";
import type { FleetRow } from "../fleet/fleet-row.ts";
import { cacheDetail, joinReadings, projectsToEnable, useNeededReadings } from "../fleet/read-fleet.ts";
import {
  actionLabels,
  type BulkRequest,
  type PerformStep,
  type PlannedStep,
  performStep,
  planAction,
  type RunnerAction,
  runnersText,
  stepText,
  type TargetProject,
} from "./bulk-plan.ts";
import styles from "./runners-bulk.module.css";
import { type TagChange, TagChoice } from "./tag-choice.tsx";

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
    const writes = createWriteFlow(client);
    const perform = performStep(writes, account, version, cacheDetail(client, account));
    onClose();
    startBulk({
      account,
      title: words.title,
      done: words.done,
      count: runnersText,
      tasks: changed.map((step) => runnerTask(step, perform)),
      writes,
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
      sends
      description={
        kind === "delete"
          ? "A deleted runner cannot be restored. Its machine has to be registered again."
          : undefined
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            writes
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
          <PlanList
            plan={plan.map((row) => ({ ...row, key: row.id, deletes: row.step?.kind === "delete" }))}
            outcome={kind === "delete" ? "will be deleted" : "will change"}
          />
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
    requireText: steps.length > 1 ? String(steps.length) : undefined,
  });
}

/** A runner and what is done to it. */
interface RunnerStep {
  readonly id: number;
  readonly name: string;
  readonly step: PlannedStep;
  /** Description of the step's change. */
  readonly text: string;
}

/** Returns the task of a bulk action that carries out a step on a runner. */
const runnerTask = ({ id, name, step, text }: RunnerStep, perform: PerformStep): BulkTask => ({
  key: id,
  id,
  name,
  text,
  async perform() {
    const undo = await perform(id, step);
    return undo && runnerTask({ id, name, step: undo, text: stepText(undo) }, perform);
  },
});

interface ProjectChoiceProps {
  readonly kind: "enable" | "disable";
  readonly isAdmin: boolean;
  readonly rows: readonly FleetRow[];
  /** Path of the page's project. */
  readonly preset: string | undefined;
  readonly chosen: TargetProject | null;
  readonly onChoose: (project: TargetProject) => void;
}

/** The project that runners are enabled or disabled for: one that the user maintains, or one that a runner has now. */
function ProjectChoice({ kind, isAdmin, rows, preset, chosen, onChoose }: ProjectChoiceProps) {
  const [search, setSearch] = useState("");
  const found = useOperation(listProjects, kind === "enable" ? projectsToEnable(isAdmin, search) : null, {
    keepPrevious: true,
  });
  const here = useOperation(getProject, preset ? { id: preset } : null).data;
  useEffect(() => {
    if (here && !chosen) onChoose({ id: here.id, path: here.path_with_namespace });
  }, [here, chosen, onChoose]);
  const used = useMemo(() => {
    const all = rows.flatMap(({ detail }) => detail?.projects ?? []);
    return [...new Map(all.map((project) => [project.id, project])).values()];
  }, [rows]);
  const projects: readonly { id: number; path_with_namespace: string }[] =
    kind === "disable" ? used : (found.data ?? []);
  const items: FilterItem[] = projects.map(({ id, path_with_namespace: path }) => ({
    id: String(id),
    label: path,
    icon: FolderGit2,
    selected: id === chosen?.id,
  }));
  return (
    <div className={flow.inlineWide}>
      <span className={layout.strong}>Project</span>
      <Combobox
        label="Project"
        trigger={<Button icon={FolderGit2}>{chosen?.path ?? "Choose a project…"}</Button>}
        items={items}
        {...(kind === "enable"
          ? { onQuery: setSearch, loading: found.isFetching, problem: problemText(found.error) }
          : {})}
        empty={
          kind === "disable"
            ? "None of these runners is enabled for a project."
            : isAdmin
              ? "No projects match."
              : "No projects that you maintain match."
        }
        onChoose={({ id, label }) => onChoose({ id: Number(id), path: label })}
      />
    </div>
  );
}
