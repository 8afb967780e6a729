import { Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { PersonAvatar } from "../avatars/person-avatar.tsx";
import { LabelMark, LabelPicker, useLabelColors } from "../labels/labels.tsx";
import { PeoplePicker } from "../people/people-picker.tsx";
import styles from "./work-page.module.css";

interface SidebarFieldProps {
  readonly title: string;
  /** Its edit button, beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One field of the sidebar. */
export function SidebarField({ title, action, children }: SidebarFieldProps) {
  return (
    <section className={cx(flow.stackStart, styles.field)} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A person of a field, with a note on them. */
export const Person = ({
  person,
  children,
}: {
  readonly person: UserSummary;
  readonly children?: ReactNode;
}) => (
  <p className={flow.inline}>
    <PersonAvatar person={person} size={20} /> {person.name} {children}
  </p>
);

interface LabelsFieldProps {
  readonly project: string;
  /** Thing that has the labels: "merge request", "issue". */
  readonly noun: string;
  readonly labels: readonly string[];
  readonly editable: boolean;
  /** Resolves when the change is written, or reverted. */
  readonly onChange: (names: readonly string[]) => Promise<unknown>;
}

/** The labels of a merge request or an issue. */
export function LabelsField({ project, noun, labels, editable, onChange }: LabelsFieldProps) {
  const { colors, refetch } = useLabelColors(project);
  return (
    <SidebarField
      title="Labels"
      action={
        editable ? (
          <LabelPicker
            project={project}
            noun={noun}
            trigger={<IconButton writes label="Edit labels" icon={Pencil} size="s" />}
            chosen={labels}
            onDone={(names) =>
              void onChange(names).then(() => {
                // The service created the new ones, with colours.
                if (names.some((name) => !colors.has(name))) void refetch();
              })
            }
          />
        ) : null
      }
    >
      {labels.length === 0 ? <p className={layout.muted}>None</p> : null}
      <div className={styles.labels}>
        {labels.map((name) => (
          <LabelMark key={name} name={name} color={colors.get(name)} />
        ))}
      </div>
    </SidebarField>
  );
}

interface AssigneesFieldProps {
  readonly project: string;
  readonly assignees: readonly UserSummary[];
  readonly editable: boolean;
  /** The account's user; undefined until known. */
  readonly me: Pick<UserSummary, "id" | "name" | "username"> | undefined;
  readonly onChange: (people: readonly UserSummary[]) => void;
}

/** The assignees, chosen from the project's members. */
export function AssigneesField({ project, assignees, editable, me, onChange }: AssigneesFieldProps) {
  return (
    <SidebarField
      title="Assignees"
      action={
        editable ? (
          <PeoplePicker
            project={project}
            label="People to assign"
            trigger={<IconButton writes label="Edit assignees" icon={Pencil} size="s" />}
            chosen={assignees}
            onDone={onChange}
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
          onClick={() => onChange([{ ...me, state: "active", avatar_url: null, web_url: "" }])}
        >
          Assign yourself
        </Button>
      ) : null}
    </SidebarField>
  );
}

/** Returns the fields for assignees: every version has that for one person, only newer ones that for several. */
export const assigneesInput = (people: readonly Pick<UserSummary, "id">[]) =>
  people.length > 1 ? { assignee_ids: people.map(({ id }) => id) } : { assignee_id: people[0]?.id ?? 0 };

type Milestone = NonNullable<MergeRequest["milestone"]>;

interface MilestoneFieldProps {
  readonly project: string;
  /** Thing that has the milestone: "merge request", "issue". */
  readonly noun: string;
  readonly milestone: Milestone | null | undefined;
  readonly editable: boolean;
  /** Called with another milestone, or null for none. */
  readonly onChange: (milestone: Milestone | null) => void;
}

/** The milestone of a merge request or an issue. */
export function MilestoneField({ project, noun, milestone, editable, onChange }: MilestoneFieldProps) {
  return (
    <SidebarField
      title="Milestone"
      action={
        editable ? (
          <MilestonePicker
            project={project}
            noun={noun}
            align="end"
            trigger={<IconButton writes label="Edit milestone" icon={Pencil} size="s" />}
            chosen={milestone ?? null}
            onChoose={(next) => {
              if (next?.id !== milestone?.id) onChange(next);
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

interface MilestonePickerProps {
  readonly project: string;
  readonly noun: string;
  /** The button that opens the list; one element. */
  readonly trigger: ReactNode;
  readonly align?: "start" | "end";
  readonly chosen: Readonly<Pick<Milestone, "id">> | null;
  readonly onChoose: (milestone: Milestone | null) => void;
}

/** Chooses one of a project's open milestones, or none. */
export function MilestonePicker({ project, noun, chosen, onChoose, ...list }: MilestonePickerProps) {
  const [open, setOpen] = useState(false);
  const found = useOperation(
    listMilestones,
    open ? { id: project, state: "active", include_ancestors: true, per_page: 100 } : null,
    {
      staleTime: 60_000,
    },
  );
  const milestones = found.data ?? [];
  return (
    <Combobox
      label={`Milestone of the ${noun}`}
      placeholder="Find a milestone…"
      items={[
        { id: "0", label: "No milestone", selected: chosen === null },
        ...milestones.map(({ id, title, due_date }) => ({
          id: String(id),
          label: title,
          selected: id === chosen?.id,
          hint: due_date ? `due ${due_date}` : undefined,
        })),
      ]}
      onOpenChange={setOpen}
      loading={found.isFetching}
      problem={problemText(found.error)}
      onChoose={({ id }) => onChoose(milestones.find((each) => String(each.id) === id) ?? null)}
      {...list}
    />
  );
}
