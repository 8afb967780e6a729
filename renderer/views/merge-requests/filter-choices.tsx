import { ArrowDownUp, CircleUser, PencilRuler, Smile, User, UserCheck } from "lucide-react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { termOf, toggleTerm, valuesOf, withTerm } from "../../features/query-text/query-text.ts";
import { FoldingRow } from "../../ui/folding-row.tsx";
import { FilterChoice, noneOrAny } from "./filter-choice.tsx";
import type { Filter, FilterKey } from "./filter-text.ts";
import { BranchChoice, LabelChoice, MilestoneChoice, PersonChoice } from "./list-choices.tsx";
import type { ListScope } from "./list-input.ts";

interface FilterChoicesProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly filter: Filter;
  /** People offered before the service responds, and those it does not list as members. */
  readonly people: readonly UserSummary[];
  readonly onFilter: (filter: Filter) => void;
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
      <FilterChoice label="My reaction" icon={Smile} items={reactions} {...choice("reaction")} />
      <FilterChoice label="Order" icon={ArrowDownUp} items={sorts} {...choice("sort")} />
    </FoldingRow>
  );
}
