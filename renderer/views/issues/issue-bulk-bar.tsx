import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDot, Tag, UserPlus } from "lucide-react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { getIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { createWriteFlow, type WriteFlow } from "../../api/send-write.ts";
import { BulkBar } from "../../features/bulk/bulk-bar.tsx";
import { type BulkTask, startBulk } from "../../features/bulk/bulk-run.ts";
import { issuesText } from "../../features/issues/issue-project.ts";
import { LabelPicker } from "../../features/labels/labels.tsx";
import { PeoplePicker } from "../../features/people/people-picker.tsx";
import { assigneesInput } from "../../features/work-page/sidebar-fields.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import type { RowSelection } from "../../ui/lists/row-selection.ts";
import type { ChosenIssue } from "./use-issue-selection.ts";

interface IssueBulkBarProps {
  readonly account: string;
  readonly chosen: readonly ChosenIssue[];
  readonly selection: RowSelection;
}

/** A change of each selected issue. */
type IssueStep =
  | { readonly kind: "close" | "reopen" }
  | { readonly kind: "label"; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: "assign"; readonly people: readonly Pick<UserSummary, "id" | "name">[] };

const offered = [
  { action: "close", label: "Close", icon: CircleCheck },
  { action: "reopen", label: "Reopen", icon: CircleDot },
] as const;

/** Titles of the actions, and what they have done. */
const words: Readonly<Record<IssueStep["kind"], readonly [title: string, done: string]>> = {
  close: ["Close issues", "Closed"],
  reopen: ["Reopen issues", "Reopened"],
  label: ["Add labels", "Added labels to"],
  assign: ["Assign issues", "Assigned"],
};

/** Actions on the selected issues. Each begins at once, and can be undone; labels and people are those of one project. */
export function IssueBulkBar({ account, chosen, selection }: IssueBulkBarProps) {
  const client = useQueryClient();
  const start = (step: IssueStep, entries: readonly ChosenIssue[]) => {
    const writes = createWriteFlow(client);
    const [title, done] = words[step.kind];
    startBulk({
      ...{ account, title, done, writes },
      count: issuesText,
      tasks: entries.map((entry) => issueTask(writes, account, entry, step)),
      onEnded: selection.keep,
    });
  };
  const [first] = chosen;
  const project = chosen.every((entry) => entry.project === first?.project) ? first?.project : undefined;
  return (
    <BulkBar
      things="issues"
      chosen={chosen.map((entry) => ({
        entry,
        actions: [entry.issue.state === "opened" ? ("close" as const) : ("reopen" as const)],
      }))}
      offered={offered}
      onAction={(kind, entries) => start({ kind }, entries)}
      onClear={selection.clear}
    >
      {project === undefined ? null : (
        <>
          <LabelPicker
            project={project}
            noun="issues"
            trigger={<Button icon={Tag}>Add labels…</Button>}
            chosen={[]}
            onDone={(add) => start({ kind: "label", add, remove: [] }, chosen)}
          />
          <PeoplePicker
            project={project}
            label="People to assign"
            trigger={<Button icon={UserPlus}>Assign…</Button>}
            chosen={[]}
            onDone={(people) => start({ kind: "assign", people }, chosen)}
          />
        </>
      )}
    </BulkBar>
  );
}

/** Returns the task that carries out a step on an issue, as it is now: what others changed is not overwritten. */
const issueTask = (writes: WriteFlow, account: string, entry: ChosenIssue, step: IssueStep): BulkTask => ({
  key: entry.key,
  id: entry.issue.iid,
  name: entry.issue.title,
  text: textOf(step),
  async perform() {
    const target = { id: entry.project, issue_iid: entry.issue.iid };
    const now = await fetchOperation(account, getIssue, target);
    await writes.send(account, updateIssue, { ...target, ...inputOf(step, now) });
    return issueTask(writes, account, entry, undoOf(step, now));
  },
});

function textOf(step: IssueStep): string {
  switch (step.kind) {
    case "close":
      return "Open → closed";
    case "reopen":
      return "Closed → open";
    case "label":
      return [...step.add.map((name) => `+${name}`), ...step.remove.map((name) => `−${name}`)].join(" ");
    case "assign":
      return step.people.map(({ name }) => name).join(", ") || "Nobody";
  }
}

function inputOf(step: IssueStep, { labels }: Issue) {
  switch (step.kind) {
    case "close":
    case "reopen":
      return { state_event: step.kind };
    case "label": {
      const kept = labels.filter((name) => !step.remove.includes(name));
      return { labels: [...new Set([...kept, ...step.add])].join(",") };
    }
    case "assign":
      return assigneesInput(step.people);
  }
}

/** Returns the step that takes an issue back to what it was. */
function undoOf(step: IssueStep, before: Issue): IssueStep {
  switch (step.kind) {
    case "close":
      return { kind: "reopen" };
    case "reopen":
      return { kind: "close" };
    case "label":
      return {
        kind: "label",
        add: step.remove.filter((name) => before.labels.includes(name)),
        remove: step.add.filter((name) => !before.labels.includes(name)),
      };
    case "assign":
      return { kind: "assign", people: before.assignees };
  }
}
