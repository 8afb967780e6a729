import { ArrowDownUp, CircleUser, GitBranch, Hand, PencilRuler, Smile, User, UserCheck } from "lucide-react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { termOf, toggleTerm, valuesOf, withTerm } from "../../features/query-text/query-text.ts";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import {
  FilterChoice,
  type FilterValues,
  LabelChoice,
  MilestoneChoice,
  noneOrAny,
  PersonChoice,
  reactions,
  scopes,
  sorts,
} from "../../features/work-lists/filter-choices.tsx";
import type { ListOwner } from "../../features/work-lists/list-scope.ts";
import { FoldingRow } from "../../ui/lists/folding-row.tsx";
import type { FilterKey, MergeRequestFilter } from "./list-input.ts";

interface FilterChoicesProps {
  readonly owner: ListOwner;
  readonly filter: MergeRequestFilter;
  /** People offered before the service responds, and those it does not list as members. */
  readonly people: readonly UserSummary[];
  readonly onFilter: (filter: MergeRequestFilter) => void;
}

const drafts = [
  { id: "yes", label: "Only drafts" },
  { id: "no", label: "No drafts" },
];
const turns = [
  { id: "me", label: "Waiting for me" },
  { id: "author", label: "Waiting for author" },
  { id: "reviewers", label: "Waiting for review" },
  { id: "checks", label: "Waiting for checks" },
  { id: "ready", label: "Ready to merge" },
];

/** Lists to choose filters from: people, labels, milestones and branches of the project where there is one. */
export function FilterChoices({ owner, filter, people, onFilter }: FilterChoicesProps) {
  const project = owner.scope === "project" ? owner.path : null;
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
      {owner.scope === "group" ? null : (
        <FilterChoice label="Drafts" icon={PencilRuler} items={drafts} {...choice("draft")} />
      )}
      <FilterChoice label="Turn" icon={Hand} items={turns} {...choice("turn")} />
      <FilterChoice label="My reaction" icon={Smile} items={reactions} {...choice("reaction")} />
      <FilterChoice label="Order" icon={ArrowDownUp} items={sorts} {...choice("sort")} />
    </FoldingRow>
  );
}

/** Chooses the target branch. */
function BranchChoice({ project, ...choice }: FilterValues & { readonly project: string }) {
  const { names, ...search } = useBranchSearch(project);
  const items = names.map((name) => ({ id: name, label: name }));
  return <FilterChoice label="Target branch" icon={GitBranch} items={items} {...search} {...choice} />;
}
