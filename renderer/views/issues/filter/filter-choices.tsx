import { ArrowDownUp, CalendarClock, CircleUser, EyeOff, Smile, Tags, User } from "lucide-react";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { termOf, toggleTerm, valuesOf, withTerm } from "../../../features/query-text/query-text.ts";
import {
  FilterChoice,
  LabelChoice,
  MilestoneChoice,
  noneOrAny,
  PersonChoice,
  reactions,
  scopes,
  sorts,
} from "../../../features/work-lists/filter-choices.tsx";
import { FoldingRow } from "../../../ui/lists/folding-row.tsx";
import type { FilterKey, IssueFilter } from "./list-input.ts";

interface FilterChoicesProps {
  /** Full path of the project that is listed, null for an account or a group. */
  readonly project: string | null;
  readonly filter: IssueFilter;
  /** People offered before the service responds, and those it does not list as members. */
  readonly people: readonly UserSummary[];
  readonly onFilter: (filter: IssueFilter) => void;
}

const dues = [
  { id: "overdue", label: "Overdue" },
  { id: "today", label: "Due today" },
  { id: "week", label: "Due this week" },
  { id: "month", label: "Due this month" },
  { id: "any", label: "Any due date" },
  { id: "None", label: "No due date" },
];
const types = [
  { id: "issue", label: "Issues" },
  { id: "incident", label: "Incidents" },
  { id: "task", label: "Tasks" },
  { id: "test_case", label: "Test cases" },
];
const confidential = [{ id: "confidential", label: "Only confidential" }];
const orders = [
  ...sorts,
  { id: "due-asc", label: "Due first" },
  { id: "priority-asc", label: "Priority" },
  { id: "popular-desc", label: "Most popular" },
];

/** Lists to choose filters from: people, labels and milestones of the project where there is one. */
export function FilterChoices({ project, filter, people, onFilter }: FilterChoicesProps) {
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
      {project ? (
        <LabelChoice
          project={project}
          chosen={valuesOf(filter, "label")}
          onChoose={(value) => onFilter(toggleTerm(filter, "label", value))}
        />
      ) : null}
      {project ? <MilestoneChoice project={project} {...choice("milestone")} /> : null}
      <FilterChoice label="Due" icon={CalendarClock} items={dues} {...choice("due")} />
      <FilterChoice label="Type" icon={Tags} items={types} {...choice("type")} />
      <FilterChoice label="Confidential" icon={EyeOff} items={confidential} {...choice("is")} />
      <FilterChoice label="My reaction" icon={Smile} items={reactions} {...choice("reaction")} />
      <FilterChoice label="Order" icon={ArrowDownUp} items={orders} {...choice("sort")} />
    </FoldingRow>
  );
}
