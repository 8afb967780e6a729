import {
  ArrowDownUp,
  CircleUser,
  GitBranch,
  Hand,
  Milestone,
  PencilRuler,
  Smile,
  Tag,
  User,
  UserCheck,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import type { Optional } from "../../../shared/optional.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Swatch } from "../../features/labels/labels.tsx";
import { termOf, toggleTerm, valuesOf, withTerm } from "../../features/query-text/query-text.ts";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { FoldingRow } from "../../ui/lists/folding-row.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import type { FilterKey, ListScope, MergeRequestFilter } from "./list-input.ts";

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
function FilterChoice({ label, icon, items, chosen, onChoose, ...list }: FilterChoiceProps) {
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
const noneOrAny = [
  { id: "None", label: "None" },
  { id: "Any", label: "Any" },
];

interface FilterChoicesProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly filter: MergeRequestFilter;
  /** People offered before the service responds, and those it does not list as members. */
  readonly people: readonly UserSummary[];
  readonly onFilter: (filter: MergeRequestFilter) => void;
}

const sorts = [
  { id: "updated-desc", label: "Recently updated" },
  { id: "updated-asc", label: "Least recently updated" },
  { id: "created-desc", label: "Newest first" },
  { id: "created-asc", label: "Oldest first" },
];
const drafts = [
  { id: "yes", label: "Only drafts" },
  { id: "no", label: "No drafts" },
];
const scopes = [
  { id: "created_by_me", label: "Created by me" },
  { id: "assigned_to_me", label: "Assigned to me" },
  { id: "all", label: "Everyone" },
];
const turns = [
  { id: "me", label: "Waiting for me" },
  { id: "author", label: "Waiting for author" },
  { id: "reviewers", label: "Waiting for review" },
  { id: "checks", label: "Waiting for checks" },
  { id: "ready", label: "Ready to merge" },
];
const reactions = [
  ...noneOrAny,
  ...["thumbsup", "thumbsdown", "heart", "tada", "eyes", "rocket"].map((id) => ({ id, label: id })),
];

/** Lists to choose filters from: people, labels, milestones and branches of the project where there is one. */
export function FilterChoices({ listScope, owner, filter, people, onFilter }: FilterChoicesProps) {
  const project = listScope === "project" ? owner : null;
  /** The chosen values of a filter and the handler that toggles one. */
  const choice = (key: FilterKey) => ({
    chosen: valuesOf(filter, key),
    onChoose: (value: string) =>
      onFilter(withTerm(filter, key, termOf(filter, key) === value ? undefined : value)),
  });
  return (
    <FoldingRow label="More filters">
      <FilterChoice label="Scope" icon={CircleUser} items={scopes} {...choice("scope")} />
      <PersonChoice label="Author" icon={User} project={project} people={people} {...choice("author")} />
      <PersonChoice
        label="Assignee"
        icon={CircleUser}
        project={project}
        people={people}
        {...choice("assignee")}
        more={noneOrAny}
      />
      <PersonChoice
        label="Reviewer"
        icon={UserCheck}
        project={project}
        people={people}
        {...choice("reviewer")}
        more={noneOrAny}
      />
      {project ? (
        <LabelChoice
          project={project}
          chosen={valuesOf(filter, "label")}
          onChoose={(value) => onFilter(toggleTerm(filter, "label", value))}
        />
      ) : null}
      {project ? <MilestoneChoice project={project} {...choice("milestone")} /> : null}
      {project ? <BranchChoice project={project} {...choice("target")} /> : null}
      {listScope === "group" ? null : (
        <FilterChoice label="Drafts" icon={PencilRuler} items={drafts} {...choice("draft")} />
      )}
      <FilterChoice label="Turn" icon={Hand} items={turns} {...choice("turn")} />
      <FilterChoice label="My reaction" icon={Smile} items={reactions} {...choice("reaction")} />
      <FilterChoice label="Order" icon={ArrowDownUp} items={sorts} {...choice("sort")} />
    </FoldingRow>
  );
}

type Known = Pick<FilterChoiceProps, "chosen" | "onChoose">;

interface PersonChoiceProps extends Known, Pick<FilterChoiceProps, "label" | "icon"> {
  readonly project: string | null;
  readonly people: readonly UserSummary[];
  readonly more?: readonly Item[];
}

/** Chooses a person: of the list, a member, or any user, since authors need not be members. */
function PersonChoice({ project, people, more = [], ...choice }: PersonChoiceProps) {
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
function LabelChoice({ project, ...choice }: Known & { readonly project: string }) {
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
function MilestoneChoice({ project, ...choice }: Known & { readonly project: string }) {
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

/** Chooses the target branch. */
function BranchChoice({ project, ...choice }: Known & { readonly project: string }) {
  const { names, ...search } = useBranchSearch(project);
  const items = names.map((name) => ({ id: name, label: name }));
  return <FilterChoice label="Target branch" icon={GitBranch} items={items} {...search} {...choice} />;
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
