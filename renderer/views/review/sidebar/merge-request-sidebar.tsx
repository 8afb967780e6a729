import { Pencil } from "lucide-react";
import { type ReactNode, useContext, useState } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listMilestones } from "../../../../shared/api/resources/milestones.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { CheckBadges } from "../../../features/checks/status-mark.tsx";
import { useHeadChecks } from "../../../features/checks/use-head-checks.ts";
import { LabelMark, LabelPicker, useLabelColors } from "../../../features/labels/labels.tsx";
import { useReviewStates } from "../../../features/merge-requests/use-review-states.ts";
import { PeoplePicker } from "../../../features/people/people-picker.tsx";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { Badge, type BadgeTone } from "../../../ui/marks/badge.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "../review.module.css";
import { BlocksField } from "./blocks-field.tsx";
import sidebarStyles from "./review-sidebar.module.css";
import { DraftSwitch, OptionsField, SidebarField, TargetField, useEdit } from "./sidebar-field.tsx";
import { StackField } from "./stack-field.tsx";
import { TimeTracking } from "./time-tracking.tsx";

interface MergeRequestSidebarProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
}

/** The sidebar's fields: people, labels, milestone, time and checks; most can be edited. */
export function MergeRequestSidebar({ mergeRequest, extended }: MergeRequestSidebarProps) {
  const shared = { mergeRequest, editable: extended };
  return (
    <aside className={styles.side} aria-label="Details">
      <AssigneesField {...shared} />
      <ReviewersField {...shared} />
      <LabelsField {...shared} />
      <MilestoneField {...shared} />
      <TargetField {...shared} />
      <BlocksField {...shared} />
      <StackField mergeRequest={mergeRequest} />
      {extended && mergeRequest.state === "opened" ? <DraftSwitch mergeRequest={mergeRequest} /> : null}
      <OptionsField {...shared} />
      <SidebarField title="Time">
        <TimeTracking />
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

interface LabelsFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The labels of a merge request. */
function LabelsField({ mergeRequest: { labels }, editable }: LabelsFieldProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const { colors, refetch } = useLabelColors(project);
  return (
    <SidebarField
      title="Labels"
      action={
        editable ? (
          <LabelPicker
            project={project}
            trigger={<IconButton label="Edit labels" icon={Pencil} size="s" />}
            chosen={labels}
            onDone={(names) =>
              void edit({
                send: { labels: names.join(",") },
                show: { labels: names },
                failed: "The labels were not changed",
              }).then(() => {
                // The service created the new ones, with colours.
                if (names.some((name) => !colors.has(name))) void refetch();
              })
            }
          />
        ) : null
      }
    >
      {labels.length === 0 ? <p className={layout.muted}>None</p> : null}
      <div className={sidebarStyles.labels}>
        {labels.map((name) => (
          <LabelMark key={name} name={name} color={colors.get(name)} />
        ))}
      </div>
    </SidebarField>
  );
}

interface ReviewersFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The reviewers with the states of their reviews; null on a service without reviewers. */
function ReviewersField({ mergeRequest, editable }: ReviewersFieldProps) {
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
            trigger={<IconButton label="Edit reviewers" icon={Pencil} size="s" />}
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

const reviewStates: Readonly<Record<string, { readonly label: string; readonly tone: BadgeTone }>> = {
  approved: { label: "Approved", tone: "added" },
  requested_changes: { label: "Requested changes", tone: "danger" },
  reviewed: { label: "Reviewed", tone: "neutral" },
  review_started: { label: "Reviewing", tone: "neutral" },
  unreviewed: { label: "Not reviewed", tone: "neutral" },
  unapproved: { label: "Approval revoked", tone: "neutral" },
};

interface ReviewStateProps {
  readonly state: string | undefined;
  /** Whether it is still read: its place is there, so that nothing moves. */
  readonly isPending: boolean;
}

/** The state of a review; null for one that has none. */
function ReviewState({ state, isPending }: ReviewStateProps) {
  const shown = reviewStates[isPending ? "unreviewed" : (state ?? "")];
  if (!shown) return null;
  return (
    <span className={cx(isPending && sidebarStyles.pending)} aria-hidden={isPending || undefined}>
      <Badge tone={shown.tone}>{shown.label}</Badge>
    </span>
  );
}

interface AssigneesFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The assignees, chosen from the project's members. */
function AssigneesField({ mergeRequest: { assignees }, editable }: AssigneesFieldProps) {
  const { project, me } = useContext(ReviewContext);
  const edit = useEdit();
  const assign = async (people: readonly UserSummary[]) => {
    const made = await edit({
      // Every version has the field for one person, only newer ones that for several.
      send:
        people.length > 1
          ? { assignee_ids: people.map(({ id }) => id) }
          : { assignee_id: people[0]?.id ?? 0 },
      show: { assignees: [...people], assignee: people[0] ?? null },
      failed: "The assignees were not changed",
    });
    if (made && made.assignees.length < people.length)
      toast.warning(`The service saved ${made.assignees.length} of ${people.length} assignees`);
  };
  return (
    <SidebarField
      title="Assignees"
      action={
        editable ? (
          <PeoplePicker
            project={project}
            label="People to assign"
            trigger={<IconButton label="Edit assignees" icon={Pencil} size="s" />}
            chosen={assignees}
            onDone={(people) => void assign(people)}
          />
        ) : null
      }
    >
      {assignees.length === 0 ? <p className={layout.muted}>None</p> : null}
      {assignees.map((person) => (
        <Person key={person.id} person={person} />
      ))}
      {editable && me && assignees.length === 0 ? (
        <Button
          writes
          size="s"
          onClick={() => void assign([{ ...me, state: "active", avatar_url: null, web_url: "" }])}
        >
          Assign yourself
        </Button>
      ) : null}
    </SidebarField>
  );
}

interface MilestoneFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The milestone of a merge request. */
function MilestoneField({ mergeRequest: { milestone }, editable }: MilestoneFactProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const [open, setOpen] = useState(false);
  const list = useOperation(
    listMilestones,
    open ? { id: project, state: "active", include_ancestors: true, per_page: 100 } : null,
    { staleTime: 60_000 },
  );
  const milestones = list.data ?? [];
  return (
    <SidebarField
      title="Milestone"
      action={
        editable ? (
          <Combobox
            label="Milestone of the merge request"
            placeholder="Find a milestone…"
            align="end"
            trigger={<IconButton label="Edit milestone" icon={Pencil} size="s" />}
            items={[
              { id: "0", label: "No milestone", selected: !milestone },
              ...milestones.map(({ id, title, due_date }) => ({
                id: String(id),
                label: title,
                selected: id === milestone?.id,
                hint: due_date ? `due ${due_date}` : undefined,
              })),
            ]}
            onOpenChange={setOpen}
            loading={list.isFetching}
            problem={problemText(list.error)}
            onChoose={({ id }) => {
              const next = milestones.find((each) => String(each.id) === id) ?? null;
              if (next?.id === milestone?.id) return;
              void edit({
                send: { milestone_id: Number(id) },
                show: { milestone: next },
                failed: "The milestone was not changed",
              });
            }}
          />
        ) : null
      }
    >
      <p className={milestone ? undefined : layout.muted}>{milestone?.title ?? "None"}</p>
      {milestone?.start_date ? <p className={layout.muted}>from {milestone.start_date}</p> : null}
      {milestone?.due_date ? <p className={layout.muted}>due {milestone.due_date}</p> : null}
    </SidebarField>
  );
}

/** A person of a field, with a note on them. */
const Person = ({ person, children }: { readonly person: UserSummary; readonly children?: ReactNode }) => (
  <p className={flow.inline}>
    <PersonAvatar person={person} size={20} /> {person.name} {children}
  </p>
);
