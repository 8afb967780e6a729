import { type FleetRow, isPaused, runnerKind, runnerName } from "../fleet/runner.ts";
import { checkTags, describeTagChange, nextTags, type TagChange } from "./tags.ts";

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
export interface PlannedRow {
  readonly id: number;
  readonly name: string;
  readonly verdict: "change" | "same" | "blocked";
  /** Change, or the reason why there is none. */
  readonly text: string;
  /** Null unless the verdict is `change`. */
  readonly step: PlannedStep | null;
}

export interface Rights {
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
