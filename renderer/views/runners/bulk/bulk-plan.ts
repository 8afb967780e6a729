import {
  deleteRunner,
  disableProjectRunner,
  enableProjectRunner,
  getRunner,
  type Runner,
  type RunnerDetail,
  updateRunner,
} from "../../../../shared/api/resources/runners.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import type { WriteFlow } from "../../../api/send-write.ts";
import type { PlannedLine } from "../../../features/bulk/plan-list.tsx";
import { activity, type FleetRow, isPaused, runnerKind, runnerName } from "../fleet/fleet-row.ts";
import { checkTags, describeTagChange, nextTags, revertTags, type TagChange } from "./tag-choice.tsx";

/** A project that runners are enabled or disabled for. */
export interface TargetProject {
  readonly id: number;
  readonly path: string;
}

/** Action on every selected runner. */
export type RunnerAction =
  | { readonly kind: "pause" | "resume" | "delete" }
  | { readonly kind: "retag"; readonly change: TagChange }
  | { readonly kind: "enable" | "disable"; readonly project: TargetProject };

/** Action on one runner. */
export type PlannedStep =
  | { readonly kind: "set-paused"; readonly paused: boolean }
  | { readonly kind: "set-tags"; readonly change: TagChange }
  | { readonly kind: "enable" | "disable"; readonly project: TargetProject }
  | { readonly kind: "delete" };

/** A line of the dry run. */
interface PlannedRow extends Pick<PlannedLine, "name" | "verdict" | "text"> {
  readonly id: number;
  /** Null unless the verdict is `change`. */
  readonly step: PlannedStep | null;
}

interface Rights {
  readonly isAdmin: boolean;
}

type Verdict = Omit<PlannedRow, "id" | "name">;

const change = (text: string, step: PlannedStep): Verdict => ({ verdict: "change", text, step });
const same = (text: string): Verdict => ({ verdict: "same", text, step: null });
const blocked = (text: string): Verdict => ({ verdict: "blocked", text, step: null });

/** Returns what an action would do to each runner, and what it cannot do and why. Nothing is written. */
export function planAction(action: RunnerAction, rows: readonly FleetRow[], rights: Rights): PlannedRow[] {
  return rows.map((row) => ({
    id: row.id,
    name: runnerName(row.runner),
    ...(whyNotEditable(row, rights) ?? planRow(action, row, rights)),
  }));
}

/** Returns why the caller may not change a runner, null where no reason is known. */
function whyNotEditable({ runner }: FleetRow, { isAdmin }: Rights): Verdict | null {
  const isForeign = !isAdmin && runnerKind(runner) === "instance";
  return isForeign ? blocked("Only administrators can change instance runners.") : null;
}

function planRow(action: RunnerAction, row: FleetRow, rights: Rights): Verdict {
  switch (action.kind) {
    case "pause":
      return isPaused(row.runner)
        ? same("Already paused")
        : change("Active → paused", { kind: "set-paused", paused: true });
    case "resume":
      return isPaused(row.runner)
        ? change("Paused → active", { kind: "set-paused", paused: false })
        : same("Already active");
    case "retag":
      return planTags(action.change, row);
    case "enable":
      return planEnable(action.project, row);
    case "disable":
      return planDisable(action.project, row);
    case "delete":
      return planDelete(row, rights);
  }
}

function planTags(wanted: TagChange, { detail }: FleetRow): Verdict {
  if (!detail) return blocked("Its tags could not be loaded.");
  const next = nextTags(detail.tag_list, wanted);
  const text = describeTagChange(detail.tag_list, next);
  if (text === null) return same("Tags stay the same");
  const problem = checkTags(next, detail.run_untagged);
  return problem ? blocked(problem) : change(text, { kind: "set-tags", change: wanted });
}

function planEnable(project: TargetProject, { runner, detail }: FleetRow): Verdict {
  if (runnerKind(runner) === "instance") return blocked("Instance runners serve every project already.");
  if (runnerKind(runner) === "group") return blocked("Group runners serve the projects of their group.");
  if (detail?.projects.some(({ id }) => id === project.id))
    return same(`Already enabled for ${project.path}`);
  if (detail?.locked) return blocked("Locked to its projects. Unlock the runner first.");
  return change(`Enable for ${project.path}`, { kind: "enable", project });
}

function planDisable(project: TargetProject, { runner, detail }: FleetRow): Verdict {
  if (runnerKind(runner) === "instance" || runnerKind(runner) === "group") {
    return blocked("Only project runners can be disabled for a project.");
  }
  if (detail && !detail.projects.some(({ id }) => id === project.id))
    return same(`Not enabled for ${project.path}`);
  if (detail?.projects.length === 1) return blocked(onlyProject);
  return change(`Disable for ${project.path}`, { kind: "disable", project });
}

/** Reason why a runner's last project cannot be taken from it. */
export const onlyProject = "This is its only project. Delete the runner instead.";

function planDelete({ detail, jobs }: FleetRow, { isAdmin }: Rights): Verdict {
  const projects = detail?.projects.length ?? 0;
  if (!isAdmin && projects > 1) {
    return blocked(`Enabled for ${projects} projects: only administrators can delete it.`);
  }
  const running = jobs?.running ?? 0;
  const lost = running > 0 ? `With ${running} running ${running === 1 ? "job" : "jobs"}` : "";
  return change(lost, { kind: "delete" });
}

/** An action on several runners, whose dry run is shown first. */
export interface BulkRequest {
  readonly action: ActionKind;
  readonly runners: readonly Runner[];
}

export type ActionKind = RunnerAction["kind"];

interface Words {
  readonly title: string;
  /** Verb of the button: "Pause" 3 runners. */
  readonly verb: string;
  /** "Paused" 3 runners. */
  readonly done: string;
}

export const actionLabels: Readonly<Record<ActionKind, Words>> = {
  pause: { title: "Pause runners", verb: "Pause", done: "Paused" },
  resume: { title: "Resume runners", verb: "Resume", done: "Resumed" },
  retag: { title: "Change tags", verb: "Change tags of", done: "Changed tags of" },
  enable: { title: "Enable runners for a project", verb: "Enable", done: "Enabled" },
  disable: { title: "Disable runners for a project", verb: "Disable", done: "Disabled" },
  delete: { title: "Delete runners", verb: "Delete", done: "Deleted" },
};

/** Description of undoing a step. */
export function stepText(step: PlannedStep): string {
  switch (step.kind) {
    case "set-paused":
      return step.paused ? "Pause" : "Resume";
    case "set-tags":
      return step.change.kind === "set"
        ? `Set tags ${step.change.tags.join(", ")}`
        : [...step.change.add.map((tag) => `+${tag}`), ...step.change.remove.map((tag) => `−${tag}`)].join(
            " ",
          );
    case "enable":
      return `Enable for ${step.project.path}`;
    case "disable":
      return `Disable for ${step.project.path}`;
    case "delete":
      return "Delete";
  }
}

/** "1 runner", "12 runners". */
export const runnersText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "runner" : "runners"}`;

/** Carries out a step on a runner and returns the one that undoes it, null where none can. Throws what went wrong. */
export type PerformStep = (id: number, step: PlannedStep) => Promise<PlannedStep | null>;

/** Callback for the details of a runner after a change; null where the service did not return them. */
type OnChange = (id: number, detail: RunnerDetail | null) => void;

/**
 * Returns the function that carries out a step on a service of this version. State and tags are read again first, so
 * that neither a change nor its undo overwrites what somebody else has changed since the dry run.
 */
export function performStep(
  writes: WriteFlow,
  account: string,
  version: string | null,
  onChange: OnChange,
): PerformStep {
  return async (id, step) => {
    switch (step.kind) {
      case "set-paused": {
        const before = await fetchOperation(account, getRunner, { id });
        if (isPaused(before) === step.paused) {
          onChange(id, before);
          return null;
        }
        onChange(id, await writes.send(account, updateRunner, { id, ...activity(version, step.paused) }));
        return { kind: "set-paused", paused: !step.paused };
      }
      case "set-tags": {
        const { tag_list: before } = await fetchOperation(account, getRunner, { id });
        const after = nextTags(before, step.change);
        onChange(id, await writes.send(account, updateRunner, { id, tag_list: after }));
        return { kind: "set-tags", change: revertTags(before, after) };
      }
      case "enable":
        await writes.send(account, enableProjectRunner, { id: step.project.id, runner_id: id });
        onChange(id, null);
        return { kind: "disable", project: step.project };
      case "disable":
        await writes.send(account, disableProjectRunner, { id: step.project.id, runner_id: id });
        onChange(id, null);
        return { kind: "enable", project: step.project };
      case "delete":
        await writes.send(account, deleteRunner, { id });
        return null;
    }
  };
}
