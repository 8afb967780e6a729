import { Milestone, Tag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import type { Optional } from "../../../shared/optional.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import { Swatch } from "../labels/labels.tsx";

/** A value of a filter. */
interface Item {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly mark?: ReactNode;
}

interface FilterChoiceProps
  extends Optional<{
    problem: string;
  }> {
  readonly label: string;
  readonly icon: IconType;
  readonly items: readonly Item[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  readonly onQuery?: (query: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  readonly loading?: boolean;
}

/** A list of values of one filter, behind a button with its name. */
export function FilterChoice({ label, icon, items, chosen, onChoose, ...list }: FilterChoiceProps) {
  return (
    <Combobox
      label={label}
      trigger={
        <Button size="s" variant="ghost" icon={icon}>
          {label}
        </Button>
      }
      items={items.map((item) => ({ ...item, selected: chosen.includes(item.id) }))}
      onChoose={({ id }) => onChoose(id)}
      {...list}
    />
  );
}

/** The values that most filters have: nobody or nothing, and anybody or anything. */
export const noneOrAny = [
  { id: "None", label: "None" },
  { id: "Any", label: "Any" },
];

/** Orders of a list of work. */
export const sorts = [
  { id: "updated-desc", label: "Recently updated" },
  { id: "updated-asc", label: "Least recently updated" },
  { id: "created-desc", label: "Newest first" },
  { id: "created-asc", label: "Oldest first" },
];

/** Values of a filter by the user's own reaction. */
export const reactions = [
  ...noneOrAny,
  ...["thumbsup", "thumbsdown", "heart", "tada", "eyes", "rocket"].map((id) => ({ id, label: id })),
];

/** Choices of whose work a list shows. */
export const scopes = [
  { id: "created_by_me", label: "Created by me" },
  { id: "assigned_to_me", label: "Assigned to me" },
  { id: "all", label: "Everyone" },
];

/** The chosen values of a filter, and what a further choice does. */
export type FilterValues = Pick<FilterChoiceProps, "chosen" | "onChoose">;

interface PersonChoiceProps extends FilterValues, Pick<FilterChoiceProps, "label" | "icon"> {
  readonly project: string | null;
  readonly people: readonly UserSummary[];
  readonly more?: readonly Item[];
}

/** Chooses a person: of the list, a member, or any user, since authors need not be members. */
export function PersonChoice({ project, people, more = [], ...choice }: PersonChoiceProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const members = useOperation(
    listProjectMembers,
    open && project ? { id: project, per_page: 50, query: query || undefined } : null,
    { keepPrevious: true },
  );
  // The first page of all users is of use only where there are no members.
  const all = useOperation(
    listUsers,
    open && (query || !project || members.error) ? { per_page: 50, search: query || undefined } : null,
    { keepPrevious: true },
  );
  const items = mergePeople(query, people, members.data ?? [], all.data ?? []).map(({ username, name }) => ({
    id: `@${username}`,
    label: name,
    hint: `@${username}`,
  }));
  return (
    <FilterChoice
      {...choice}
      items={[...more, ...items]}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={members.isFetching || all.isFetching}
      problem={project && !members.error ? undefined : problemText(all.error)}
    />
  );
}

/** Chooses a label of a project. */
export function LabelChoice({ project, ...choice }: FilterValues & { readonly project: string }) {
  const [open, setOpen] = useState(false);
  const labels = useOperation(listLabels, open ? { id: project, per_page: 100 } : null);
  const items = (labels.data ?? []).map(({ name, color }) => ({
    id: name,
    label: name,
    mark: <Swatch color={color} />,
  }));
  return (
    <FilterChoice
      label="Label"
      icon={Tag}
      // Below each other, with a mark or without.
      items={[...noneOrAny.map((item) => ({ ...item, mark: <Swatch color={undefined} /> })), ...items]}
      onOpenChange={setOpen}
      loading={labels.isFetching}
      problem={problemText(labels.error)}
      {...choice}
    />
  );
}

/** Chooses a milestone of a project. */
export function MilestoneChoice({ project, ...choice }: FilterValues & { readonly project: string }) {
  const [open, setOpen] = useState(false);
  const milestones = useOperation(
    listMilestones,
    open ? { id: project, include_ancestors: true, per_page: 100 } : null,
  );
  const items = (milestones.data ?? []).map(({ title }) => ({ id: title, label: title }));
  return (
    <FilterChoice
      label="Milestone"
      icon={Milestone}
      items={[...noneOrAny, ...items]}
      onOpenChange={setOpen}
      loading={milestones.isFetching}
      problem={problemText(milestones.error)}
      {...choice}
    />
  );
}

/** A person that a filter can name. */
interface Person {
  readonly username: string;
  readonly name: string;
}

/**
 * Returns people from several lists, each once, those of the first list first. Of `listed`, which no service searched,
 * only those whose name contains the query.
 */
export function mergePeople(
  query: string,
  listed: readonly Person[],
  ...found: readonly (readonly Person[])[]
): Person[] {
  const search = query.trim().replace(/^@/, "").toLowerCase();
  const own = listed.filter(({ name, username }) =>
    [name, username].some((text) => text.toLowerCase().includes(search)),
  );
  const byName = new Map<string, Person>();
  for (const person of [own, ...found].flat())
    if (!byName.has(person.username)) byName.set(person.username, person);
  return [...byName.values()];
}
