import { CalendarClock } from "lucide-react";
import { type RefObject, useState } from "react";
import {
  addIssueSpentTime,
  getIssueTimeStats,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
  subscribeToIssue,
  unsubscribeFromIssue,
} from "../../../shared/api/resources/issues.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { DueDate } from "../../features/issues/issue-row.tsx";
import {
  AssigneesField,
  LabelsField,
  MilestoneField,
  SidebarField,
} from "../../features/work-page/sidebar-fields.tsx";
import { TimeTracking } from "../../features/work-page/time-tracking.tsx";
import page from "../../features/work-page/work-page.module.css";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Destination } from "../../ui/forms/destination.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { useIssue } from "./issue-context.ts";
import { RelatedMergeRequests } from "./related-merge-requests.tsx";
import { useIssueActions } from "./use-issue-edit.ts";

interface IssueSidebarProps {
  /** The sidebar, whose buttons the keys of the page press. */
  readonly side: RefObject<HTMLElement | null>;
}

/** The sidebar's fields: people, labels, milestone, date due, time and options; all can be edited. */
export function IssueSidebar({ side }: IssueSidebarProps) {
  const { project, me, issue } = useIssue();
  const { edit, assign } = useIssueActions();
  const shared = { project, noun: "issue", editable: true };
  return (
    <aside ref={side} className={page.side} aria-label="Details">
      <AssigneesField
        {...{ project, me }}
        assignees={issue.assignees}
        editable
        onChange={(people) => void assign(people)}
      />
      <LabelsField
        {...shared}
        labels={issue.labels}
        onChange={(names) =>
          edit({
            send: { labels: names.join(",") },
            show: { labels: [...names] },
            failed: "The labels were not changed",
          })
        }
      />
      <MilestoneField
        {...shared}
        milestone={issue.milestone}
        onChange={(milestone) =>
          void edit({
            send: { milestone_id: milestone?.id ?? 0 },
            show: { milestone },
            failed: "The milestone was not changed",
          })
        }
      />
      <DueField />
      {issue.weight === undefined ? null : (
        <SidebarField title="Weight">
          <p className={issue.weight === null ? layout.muted : undefined}>{issue.weight ?? "None"}</p>
        </SidebarField>
      )}
      <SidebarField title="Time">
        <Time />
      </SidebarField>
      <OptionsField />
      <SidebarField title="Updated">
        <p>
          <RelativeTime time={issue.updated_at ?? issue.created_at ?? ""} />
        </p>
      </SidebarField>
      {/* The last one, since it is read after the others: nothing below it moves. */}
      <RelatedMergeRequests />
    </aside>
  );
}

/** The day on which the issue is due. */
function DueField() {
  const { issue } = useIssue();
  const { edit } = useIssueActions();
  const [open, setOpen] = useState(false);
  const date = issue.due_date ?? "";
  const change = (next: string) => {
    if (next === date) return;
    void edit({
      send: { due_date: next },
      show: { due_date: next || null },
      failed: "The due date was not changed",
    });
  };
  return (
    <SidebarField
      title="Due date"
      action={
        <Popover
          label="Due date"
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={<IconButton writes label="Edit due date" icon={CalendarClock} size="s" />}
        >
          <DueForm
            date={date}
            onChange={(next) => {
              setOpen(false);
              change(next);
            }}
          />
        </Popover>
      }
    >
      {date ? (
        <DueDate date={date} isOpen={issue.state === "opened"} />
      ) : (
        <p className={layout.muted}>None</p>
      )}
    </SidebarField>
  );
}

interface DueFormProps {
  readonly date: string;
  readonly onChange: (date: string) => void;
}

/** A form for a day. */
function DueForm({ date, onChange }: DueFormProps) {
  const [typed, setTyped] = useState(date);
  return (
    <form
      className={flow.wrapEnd}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed);
      }}
    >
      <TextField label="Due date" type="date" value={typed} onChange={setTyped} autoFocus />
      <Destination />
      <Button type="submit" variant="primary">
        Save
      </Button>
      {date ? (
        <Button writes onClick={() => onChange("")}>
          Remove
        </Button>
      ) : null}
    </form>
  );
}

/** Estimated and spent time of the issue. */
function Time() {
  const { project, iid, issue } = useIssue();
  const target = { id: project, issue_iid: iid };
  const stats = useOperation(getIssueTimeStats, target).data ?? issue.time_stats;
  const setEstimate = useWrite(setIssueTimeEstimate);
  const resetEstimate = useWrite(resetIssueTimeEstimate);
  const addSpent = useWrite(addIssueSpentTime);
  const resetSpent = useWrite(resetIssueSpentTime);
  return (
    <TimeTracking
      stats={stats}
      onEstimate={(duration) => setEstimate({ ...target, duration })}
      onResetEstimate={() => resetEstimate(target)}
      onSpent={(duration) => addSpent({ ...target, duration })}
      onResetSpent={() => resetSpent(target)}
    />
  );
}

/** Who sees the issue, who may comment, and whether the user is notified of its news. */
function OptionsField() {
  const { project, iid, issue } = useIssue();
  const { edit, setConfidential } = useIssueActions();
  const subscribe = useWrite(subscribeToIssue);
  const unsubscribe = useWrite(unsubscribeFromIssue);
  const locked = issue.discussion_locked ?? false;
  const notify = async (isOn: boolean) => {
    try {
      await (isOn ? subscribe : unsubscribe)({ id: project, issue_iid: iid });
    } catch (error) {
      // It was as wanted already: services respond with 304, which has no body.
      if (toProblem(error).status === 304) return;
      toast.problem(
        isOn ? "Notifications were not switched on" : "Notifications were not switched off",
        describeProblem(error),
      );
    }
  };
  return (
    <SidebarField title="Options">
      <div className={page.options}>
        <Switch
          writes
          label="Confidential"
          description={
            issue.confidential
              ? "Only members of the project see it"
              : "Everyone who sees the project sees it"
          }
          checked={issue.confidential}
          onChange={(next) => void setConfidential(next)}
        />
        <Switch
          writes
          label="Lock discussion"
          description={locked ? "Only project members can comment" : "Anyone with access can comment"}
          checked={locked}
          onChange={(next) =>
            void edit({
              send: { discussion_locked: next },
              show: { discussion_locked: next },
              failed: next ? "The discussion was not locked" : "The discussion was not unlocked",
            })
          }
        />
        {issue.subscribed === undefined ? null : (
          <Switch
            writes
            label="Notifications"
            description={issue.subscribed ? "You are notified of its news" : "Only where you are mentioned"}
            checked={issue.subscribed}
            onChange={(next) => void notify(next)}
          />
        )}
      </div>
    </SidebarField>
  );
}
