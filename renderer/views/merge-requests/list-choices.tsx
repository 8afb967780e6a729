import { GitBranch, Milestone, Tag } from "lucide-react";
import { useState } from "react";
import {
  listLabels,
  listMilestones,
  listProjectMembers,
} from "../../../shared/api/resources/project-lists.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Swatch } from "../../features/labels/label-mark.tsx";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { FilterChoice, type FilterChoiceProps, type Item, noneOrAny } from "./filter-choice.tsx";
import { mergePeople } from "./merge-people.ts";

type Known = Pick<FilterChoiceProps, "chosen" | "onChoose">;

interface PersonChoiceProps extends Known, Pick<FilterChoiceProps, "label" | "icon"> {
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
export function LabelChoice({ project, ...choice }: Known & { readonly project: string }) {
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
export function MilestoneChoice({ project, ...choice }: Known & { readonly project: string }) {
  const [open, setOpen] = useState(false);
  const milestones = useOperation(listMilestones, open ? { id: project, per_page: 100 } : null);
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
export function BranchChoice({ project, ...choice }: Known & { readonly project: string }) {
  const { names, ...search } = useBranchSearch(project);
  const items = names.map((name) => ({ id: name, label: name }));
  return <FilterChoice label="Target branch" icon={GitBranch} items={items} {...search} {...choice} />;
}
