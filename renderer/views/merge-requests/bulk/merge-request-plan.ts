import type {
  MergeRequest,
  MergeRequestDetail,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import type { PlannedLine } from "../../../features/bulk/plan-list.tsx";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";

/** A merge request in a list from which many are selected. */
export interface ChosenMergeRequest {
  readonly key: number;
  /** Full path of its project. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
}

/** A merge request as a dry run reads it; undefined where it could not be read. */
export interface ReadMergeRequest extends ChosenMergeRequest {
  readonly detail: MergeRequestDetail | undefined;
  /** Whether the user approved it and may; null on a service without approvals. */
  readonly approval?: { readonly given: boolean; readonly allowed: boolean } | null;
}

/** Labels that are added and removed. */
export interface LabelChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Action on every selected merge request. */
export type MergeRequestAction =
  | { readonly kind: "approve" | "auto-merge" | "rebase" | "close" }
  | { readonly kind: "label"; readonly change: LabelChange }
  | { readonly kind: "assign"; readonly people: readonly UserSummary[] };
export type MergeRequestActionKind = MergeRequestAction["kind"];

/** Action on one merge request. `sha` is the head that the dry run showed. */
export type MergeRequestStep =
  | { readonly kind: "approve" | "auto-merge" | "rebase"; readonly sha: string }
  | { readonly kind: "unapprove" | "cancel-auto-merge" | "close" | "reopen" }
  | { readonly kind: "label"; readonly change: LabelChange }
  | { readonly kind: "assign"; readonly people: readonly number[] };

/** A line of the dry run with its step, null where nothing changes. */
export interface PlannedMergeRequest extends PlannedLine {
  readonly key: number;
  readonly entry: ChosenMergeRequest;
  readonly step: MergeRequestStep | null;
}

type Verdict = Pick<PlannedMergeRequest, "verdict" | "text" | "step">;
const change = (text: string, step: MergeRequestStep): Verdict => ({ verdict: "change", text, step });
const same = (text: string): Verdict => ({ verdict: "same", text, step: null });
const blocked = (text: string): Verdict => ({ verdict: "blocked", text, step: null });

/** Returns what an action would do to each merge request, and what it cannot do and why. Nothing is written. */
export const planMergeRequests = (
  action: MergeRequestAction,
  entries: readonly ReadMergeRequest[],
): PlannedMergeRequest[] =>
  entries.map((entry) => ({
    key: entry.key,
    entry,
    id: entry.mergeRequest.iid,
    sign: "!",
    name: entry.mergeRequest.title,
    ...planOne(action, entry),
  }));

function planOne(action: MergeRequestAction, entry: ReadMergeRequest): Verdict {
  const { detail } = entry;
  if (!detail) return blocked("It could not be read.");
  if (detail.state !== "opened") return blocked(detail.state === "merged" ? "Already merged" : "Not open");
  switch (action.kind) {
    case "approve":
      return planApproval(entry, detail);
    case "auto-merge":
      return planAutoMerge(detail);
    case "rebase":
      return planRebase(detail);
    case "close":
      return change("Open → closed", { kind: "close" });
    case "label":
      return planLabels(action.change, detail);
    case "assign":
      return planAssignees(action.people, detail);
  }
}

function planApproval({ approval }: ReadMergeRequest, { sha }: MergeRequestDetail): Verdict {
  if (!approval) return blocked("This service has no approvals.");
  if (approval.given) return same("You approved it already");
  if (!approval.allowed) return blocked("You may not approve it.");
  return sha ? change(`Approve ${sha.slice(0, 8)}`, { kind: "approve", sha }) : blocked("It has no commits.");
}

function planAutoMerge(detail: MergeRequestDetail): Verdict {
  const { sha, target_branch: target, head_pipeline: pipeline } = detail;
  const conflicts = detail.has_conflicts || detail.merge_status === "cannot_be_merged";
  if (detail.merge_when_pipeline_succeeds) return same("Auto-merge is set already");
  if (!sha) return blocked("It has no commits.");
  if (detail.draft || detail.work_in_progress) return blocked("A draft. Mark it as ready first.");
  if (conflicts) return blocked(`Conflicts with ${target}. Rebase it first.`);
  const step = { kind: "auto-merge", sha } as const;
  if (pipeline && isActiveStatus(pipeline.status))
    return change(`Merges into ${target} when pipeline #${pipeline.id} passes`, step);
  if (pipeline && pipeline.status !== "success" && pipeline.status !== "skipped")
    return blocked(`Its pipeline ${pipeline.status === "canceled" ? "was canceled" : "did not pass"}.`);
  return change(
    `Merges into ${target} at once: ${pipeline ? "its pipeline passed" : "it has no pipeline"}`,
    step,
  );
}

function planRebase({
  sha,
  target_branch: target,
  diverged_commits_count: behind,
}: MergeRequestDetail): Verdict {
  if (!sha) return blocked("It has no commits.");
  if (behind === 0) return same(`Up to date with ${target}`);
  const count = behind === undefined ? "" : ` (${behind.toLocaleString()} behind)`;
  return change(`Rebase onto ${target}${count}`, { kind: "rebase", sha });
}

/** Returns the labels after a change, in their order. */
export const nextLabels = (labels: readonly string[], { add, remove }: LabelChange): string[] => [
  ...labels.filter((label) => !remove.includes(label)),
  ...add.filter((label) => !labels.includes(label)),
];

/** Returns the change that takes labels back to what they were, and leaves alone what others change. */
export const revertLabels = (before: readonly string[], after: readonly string[]): LabelChange => ({
  add: before.filter((label) => !after.includes(label)),
  remove: after.filter((label) => !before.includes(label)),
});

function planLabels(wanted: LabelChange, { labels }: MergeRequestDetail): Verdict {
  const { add, remove } = revertLabels(nextLabels(labels, wanted), labels);
  const text = [...add.map((label) => `+${label}`), ...remove.map((label) => `−${label}`)].join(" ");
  return text ? change(text, { kind: "label", change: wanted }) : same("Labels stay the same");
}

function planAssignees(people: readonly UserSummary[], { assignees }: MergeRequestDetail): Verdict {
  const ids = people.map(({ id }) => id);
  const names = (all: readonly UserSummary[]) => all.map(({ name }) => name).join(", ") || "nobody";
  const isSame = assignees.length === ids.length && assignees.every(({ id }) => ids.includes(id));
  return isSame
    ? same("Assignees stay the same")
    : change(`${names(assignees)} → ${names(people)}`, { kind: "assign", people: ids });
}

interface Words {
  readonly title: string;
  /** Verb of the button: "Approve" 3 merge requests. */
  readonly verb: string;
  /** "Approved" 3 merge requests. */
  readonly done: string;
}

export const mergeRequestActions: Readonly<Record<MergeRequestActionKind, Words>> = {
  approve: { title: "Approve merge requests", verb: "Approve", done: "Approved" },
  "auto-merge": { title: "Set auto-merge", verb: "Set auto-merge of", done: "Set auto-merge of" },
  rebase: { title: "Rebase merge requests", verb: "Rebase", done: "Rebased" },
  close: { title: "Close merge requests", verb: "Close", done: "Closed" },
  label: { title: "Change labels", verb: "Change labels of", done: "Changed labels of" },
  assign: { title: "Assign merge requests", verb: "Assign", done: "Assigned" },
};

/** Description of undoing a step. */
export function undoText(step: MergeRequestStep): string {
  switch (step.kind) {
    case "label":
      return [
        ...step.change.add.map((label) => `+${label}`),
        ...step.change.remove.map((label) => `−${label}`),
      ].join(" ");
    case "assign":
      return "Assign as before";
    case "unapprove":
      return "Revoke the approval";
    case "cancel-auto-merge":
      return "Cancel auto-merge";
    case "reopen":
      return "Reopen";
    case "approve":
    case "auto-merge":
    case "rebase":
    case "close":
      return mergeRequestActions[step.kind].verb;
  }
}
