import type { PlannedStep, RunnerAction } from "./plan.ts";

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
