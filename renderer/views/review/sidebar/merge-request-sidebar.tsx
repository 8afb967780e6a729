import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  addSpentTime,
  getTimeStats,
  resetSpentTime,
  resetTimeEstimate,
  setTimeEstimate,
} from "../../../../shared/api/resources/merge-requests.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CheckBadges } from "../../../features/checks/status-mark.tsx";
import { useHeadChecks } from "../../../features/checks/use-head-checks.ts";
import { reviewStateLabels, useReviewStates } from "../../../features/merge-requests/use-review-states.ts";
import { PeoplePicker } from "../../../features/people/people-picker.tsx";
import {
  AssigneesField,
  assigneesInput,
  LabelsField,
  MilestoneField,
  Person,
  SidebarField,
} from "../../../features/work-page/sidebar-fields.tsx";
import { TimeTracking } from "../../../features/work-page/time-tracking.tsx";
import page from "../../../features/work-page/work-page.module.css";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Badge, type BadgeTone } from "../../../ui/marks/badge.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { BlocksField } from "./blocks-field.tsx";
import { DraftSwitch, OptionsField, TargetField, useEdit } from "./edited-fields.tsx";
import sidebarStyles from "./review-sidebar.module.css";
import { StackField } from "./stack-field.tsx";

interface MergeRequestSidebarProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
}

/** The sidebar's fields: people, labels, milestone, time and checks; most can be edited. */
export function MergeRequestSidebar({ mergeRequest, extended }: MergeRequestSidebarProps) {
  const shared = { mergeRequest, editable: extended };
  return (
    <aside className={page.side} aria-label="Details">
      <PlanFields {...shared} />
      <TargetField {...shared} />
      <BlocksField {...shared} />
      <StackField mergeRequest={mergeRequest} />
      {extended && mergeRequest.state === "opened" ? <DraftSwitch mergeRequest={mergeRequest} /> : null}
      <OptionsField {...shared} />
      <SidebarField title="Time">
        <Time />
      </SidebarField>
      <Checks mergeRequest={mergeRequest} />
      <SidebarField title="Updated">
        <p>
          <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? ""} />
        </p>
      </SidebarField>
    </aside>
  );
}

/** Checks of the head commit; null where there are none. */
function Checks({ mergeRequest }: { readonly mergeRequest: MergeRequest }) {
  const { project } = useContext(ReviewContext);
  const { checks = [] } = useHeadChecks(project, mergeRequest);
  if (checks.length === 0) return null;
  return (
    <SidebarField title="Checks">
      <CheckBadges statuses={checks} />
    </SidebarField>
  );
}

interface FieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** Who is assigned, the labels and the milestone of a merge request. */
function PlanFields({ mergeRequest, editable }: FieldProps) {
  const { project, me } = useContext(ReviewContext);
  const edit = useEdit();
  const { assignees, labels, milestone } = mergeRequest;
  const shared = { project, noun: "merge request", editable };
  const assign = async (people: readonly UserSummary[]) => {
    const made = await edit({
      send: assigneesInput(people),
      show: { assignees: [...people], assignee: people[0] ?? null },
      failed: "The assignees were not changed",
    });
    if (made && made.assignees.length < people.length)
      toast.warning(`The service saved ${made.assignees.length} of ${people.length} assignees`);
  };
  return (
    <>
      <AssigneesField {...{ project, assignees, editable, me }} onChange={(people) => void assign(people)} />
      <ReviewersField {...{ mergeRequest, editable }} />
      <LabelsField
        {...shared}
        labels={labels}
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
        milestone={milestone}
        onChange={(next) =>
          void edit({
            send: { milestone_id: next?.id ?? 0 },
            show: { milestone: next },
            failed: "The milestone was not changed",
          })
        }
      />
    </>
  );
}

/** Estimated and spent time of a merge request. */
function Time() {
  const { project, iid } = useContext(ReviewContext);
  const target = { id: project, merge_request_iid: iid };
  const stats = useOperation(getTimeStats, target).data;
  const setEstimate = useWrite(setTimeEstimate);
  const resetEstimate = useWrite(resetTimeEstimate);
  const addSpent = useWrite(addSpentTime);
  const resetSpent = useWrite(resetSpentTime);
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

/** The reviewers with the states of their reviews; null on a service without reviewers. */
function ReviewersField({ mergeRequest, editable }: FieldProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const reviews = useReviewStates(project, mergeRequest);
  const { reviewers } = mergeRequest;
  if (!reviewers) return null;
  const states = new Map(reviews?.states.map(({ user, state }) => [user, state]));
  const request = async (people: readonly UserSummary[]) => {
    const made = await edit({
      send: { reviewer_ids: people.map(({ id }) => id) },
      show: { reviewers: [...people] },
      failed: "The reviewers were not changed",
    });
    const saved = made?.reviewers?.length ?? 0;
    if (made && saved < people.length)
      toast.warning(`The service saved ${saved} of ${people.length} reviewers`);
  };
  return (
    <SidebarField
      title="Reviewers"
      action={
        editable ? (
          <PeoplePicker
            project={project}
            label="People to review"
            trigger={<IconButton writes label="Edit reviewers" icon={Pencil} size="s" />}
            chosen={reviewers}
            onDone={(people) => void request(people)}
          />
        ) : null
      }
    >
      {reviewers.length === 0 ? <p className={layout.muted}>None</p> : null}
      {reviewers.map((person) => (
        <Person key={person.id} person={person}>
          <ReviewState state={states.get(person.id)} isPending={!reviews} />
        </Person>
      ))}
      {reviewers.length > 0 && reviews?.isComputed ? (
        <p className={layout.small}>From comments and approvals: the service records no states of reviews.</p>
      ) : null}
    </SidebarField>
  );
}

const reviewTones: Readonly<Record<string, BadgeTone>> = { approved: "added", requested_changes: "danger" };

interface ReviewStateProps {
  readonly state: string | undefined;
  /** Whether it is still read: its place is there, so that nothing moves. */
  readonly isPending: boolean;
}

/** The state of a review; null for one that has none. */
function ReviewState({ state, isPending }: ReviewStateProps) {
  const shown = isPending ? "unreviewed" : (state ?? "");
  const label = reviewStateLabels[shown];
  if (!label) return null;
  return (
    <span className={cx(isPending && sidebarStyles.pending)} aria-hidden={isPending || undefined}>
      <Badge tone={reviewTones[shown] ?? "neutral"}>{label}</Badge>
    </span>
  );
}
