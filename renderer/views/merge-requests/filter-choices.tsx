import { ArrowDownUp, CircleUser, GitBranch, Milestone, PencilRuler, Smile, Tag, User } from "lucide-react";
import { useState } from "react";
import {
  listLabels,
  listMilestones,
  listProjectMembers,
} from "../../../shared/api/resources/project-lists.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { termOf, toggleTerm, valuesOf, withTerm } from "../../features/query-text/query-text.ts";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import type { IconType } from "../../ui/icon.tsx";
import type { Filter, FilterKey } from "./filter-text.ts";
import type { ListScope } from "./list-input.ts";
import { mergePeople } from "./merge-people.ts";

interface FilterChoicesProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly filter: Filter;
  /** People offered before the service responds, and those it does not list as members. */
  readonly people: readonly UserSummary[];
  readonly onFilter: (filter: Filter) => void;
}

const noneOrAny = [
  { id: "None", label: "None" },
  { id: "Any", label: "Any" },
];
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
const reactions = [
  ...noneOrAny,
  ...["thumbsup", "thumbsdown", "heart", "tada", "eyes", "rocket"].map((id) => ({ id, label: id })),
];

/** Lists to choose filters from: people, labels, milestones and branches of the project where there is one. */
export function FilterChoices({ listScope, owner, filter, people, onFilter }: FilterChoicesProps) {
  const project = listScope === "project" ? owner : null;
  const set = (key: FilterKey) => (value: string) =>
    onFilter(withTerm(filter, key, termOf(filter, key) === value ? undefined : value));
  return (
    <>
      <Choice
        label="Scope"
        icon={CircleUser}
        items={scopes}
        chosen={valuesOf(filter, "scope")}
        onChoose={set("scope")}
      />
      <PersonChoice
        label="Author"
        icon={User}
        project={project}
        people={people}
        chosen={valuesOf(filter, "author")}
        onChoose={set("author")}
      />
      <PersonChoice
        label="Assignee"
        icon={CircleUser}
        project={project}
        people={people}
        chosen={valuesOf(filter, "assignee")}
        onChoose={set("assignee")}
        more={noneOrAny}
      />
      {project ? (
        <>
          <LabelChoice
            project={project}
            chosen={valuesOf(filter, "label")}
            onChoose={(value) => onFilter(toggleTerm(filter, "label", value))}
          />
          <MilestoneChoice
            project={project}
            chosen={valuesOf(filter, "milestone")}
            onChoose={set("milestone")}
          />
          <BranchChoice project={project} chosen={valuesOf(filter, "target")} onChoose={set("target")} />
        </>
      ) : null}
      {listScope === "group" ? null : (
        <Choice
          label="Drafts"
          icon={PencilRuler}
          items={drafts}
          chosen={valuesOf(filter, "draft")}
          onChoose={set("draft")}
        />
      )}
      <Choice
        label="My reaction"
        icon={Smile}
        items={reactions}
        chosen={valuesOf(filter, "reaction")}
        onChoose={set("reaction")}
      />
      <Choice
        label="Order"
        icon={ArrowDownUp}
        items={sorts}
        chosen={valuesOf(filter, "sort")}
        onChoose={set("sort")}
      />
    </>
  );
}

interface Item {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly icon: IconType;
  readonly items: readonly Item[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  readonly onQuery?: (query: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  readonly loading?: boolean;
}

function Choice({ label, icon, items, chosen, onChoose, ...list }: ChoiceProps) {
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

type Known = Pick<ChoiceProps, "chosen" | "onChoose">;

interface PersonChoiceProps extends Known, Pick<ChoiceProps, "label" | "icon"> {
  readonly project: string | null;
  readonly people: FilterChoicesProps["people"];
  readonly more?: readonly Item[];
}

/** Chooses a person: of the list, a member, or any user, since authors need not be members. */
function PersonChoice({ project, people, more = [], ...choice }: PersonChoiceProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const members = useOperation(
    listProjectMembers,
    open && project ? { id: project, per_page: 50, ...(query ? { query } : {}) } : null,
    { keepPrevious: true },
  );
  // The first page of all users is of use only where there are no members.
  const all = useOperation(
    listUsers,
    open && (query || !project || members.error)
      ? { per_page: 50, ...(query ? { search: query } : {}) }
      : null,
    { keepPrevious: true },
  );
  const items = mergePeople(query, people, members.data ?? [], all.data ?? []).map(({ username, name }) => ({
    id: `@${username}`,
    label: name,
    hint: `@${username}`,
  }));
  return (
    <Choice
      {...choice}
      items={[...more, ...items]}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={members.isFetching || all.isFetching}
    />
  );
}

function LabelChoice({ project, ...choice }: Known & { readonly project: string }) {
  const [open, setOpen] = useState(false);
  const labels = useOperation(listLabels, open ? { id: project, per_page: 100 } : null);
  const items = (labels.data ?? []).map(({ name }) => ({ id: name, label: name }));
  return (
    <Choice
      label="Label"
      icon={Tag}
      items={[...noneOrAny, ...items]}
      onOpenChange={setOpen}
      loading={labels.isFetching}
      {...choice}
    />
  );
}

function MilestoneChoice({ project, ...choice }: Known & { readonly project: string }) {
  const [open, setOpen] = useState(false);
  const milestones = useOperation(listMilestones, open ? { id: project, per_page: 100 } : null);
  const items = (milestones.data ?? []).map(({ title }) => ({ id: title, label: title }));
  return (
    <Choice
      label="Milestone"
      icon={Milestone}
      items={[...noneOrAny, ...items]}
      onOpenChange={setOpen}
      loading={milestones.isFetching}
      {...choice}
    />
  );
}

function BranchChoice({ project, ...choice }: Known & { readonly project: string }) {
  const { names, ...search } = useBranchSearch(project);
  const items = names.map((name) => ({ id: name, label: name }));
  return <Choice label="Target branch" icon={GitBranch} items={items} {...search} {...choice} />;
}
