import { useParams } from "@tanstack/react-router";
import { CircleDot, Plus, SquareKanban } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { listGroupIssues, listIssues, listProjectIssues } from "../../../shared/api/resources/issues.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { SelectableRow } from "../../features/bulk/selectable-row.tsx";
import { useIsArchived } from "../../features/ci/use-has-access.ts";
import { projectOfIssue } from "../../features/issues/issue-project.ts";
import { IssueRow } from "../../features/issues/issue-row.tsx";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { formatQuery, withTerm } from "../../features/query-text/query-text.ts";
import { FilterChips, filterNames } from "../../features/work-lists/filter-chips.tsx";
import { QueryForm } from "../../features/work-lists/query-form.tsx";
import { checkboxPx, useWorkRowHeight, WorkListWidth } from "../../features/work-lists/row-parts.tsx";
import { SavedSearchesMenu } from "../../features/work-lists/saved-searches-menu.tsx";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import styles from "../../features/work-lists/work-lists.module.css";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { FilterChoices } from "./filter/filter-choices.tsx";
import {
  filterKeys,
  issueListInput,
  type ListScope,
  numberOf,
  parseFilter,
  peopleKeys,
  stateOf,
} from "./filter/list-input.ts";
import { StateCounts, useHasNone } from "./filter/state-counts.tsx";
import { useIssueSelection } from "./use-issue-selection.ts";

const NewIssue = lazy(async () => ({ default: (await import("./new-issue.tsx")).NewIssue }));
const IssueBulkBar = lazy(async () => ({ default: (await import("./issue-bulk-bar.tsx")).IssueBulkBar }));

/** `create` opens the form for a new one. */
const issuesSearch = { q: anyText, create: anyText };

/** Issues of an account, a group or a project: filtered by chips or by a query that can be typed. */
export function IssuesView() {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  const group = useParams({ from: "/a/$account/groups/$group/issues", shouldThrow: false })?.group;
  const [{ q = "", create }, changeSearch] = useAddressSearch(issuesSearch);
  const go = useGo();
  const listScope: ListScope = project ? "project" : group ? "group" : "account";
  const owner = project ?? group ?? "";
  const setQuery = (next: string) => changeSearch({ q: next, create: undefined });
  const filter = parseFilter(q);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const number = numberOf(filter);
  const list = useIssues(listScope, owner, ids && issueListInput(filter, ids), number);
  const items = numbered(list.items, number);
  const [creating, setCreating] = useState(create !== undefined);
  useEffect(() => setCreating(create !== undefined), [create]);
  const isArchived = useIsArchived(project);
  useRegisterCommands(project && !isArchived ? [createCommand(() => setCreating(true))] : noCommands);
  const rowHeight = useWorkRowHeight();
  const [page, width] = useWidth();
  const open = (issue: Issue) => go(hrefs.issue(account, projectOfIssue(issue, project), issue.iid));
  const { selection, chosen, listProps } = useIssueSelection(items, project);
  return (
    <div ref={page} className={layout.page}>
      <PageHeader
        title="Issues"
        icon={CircleDot}
        state={listScope === "account" ? <AccountSwitch list="issues" account={account} /> : null}
        meta={listScope === "account" ? "in all projects you can access" : undefined}
        actions={
          project ? (
            <ProjectActions {...{ account, project, isArchived }} onNew={() => setCreating(true)} />
          ) : null
        }
      />
      <FilterBar
        {...{ account, listScope, owner }}
        query={q}
        onQuery={setQuery}
        total={list.total}
        people={list.items.flatMap(({ author, assignees }) => [...(author ? [author] : []), ...assignees])}
      />
      <WorkListWidth value={width && width - checkboxPx}>
        <PagedList
          label="Issues"
          list={list}
          items={items}
          scope={q}
          lines={10}
          mark={16}
          empty={
            q ? (
              <EmptyState
                icon={CircleDot}
                title="No matching issues"
                description="Remove a filter or show all states."
                actions={<Button onClick={() => setQuery("")}>Clear filters</Button>}
              />
            ) : (
              <NoIssues {...{ listScope, owner }} onAllStates={() => setQuery("state:all")} />
            )
          }
          itemKey={(issue) => issue.id}
          rowHeight={rowHeight}
          {...listProps}
          renderItem={(issue) => (
            <SelectableRow
              selection={selection}
              rowKey={issue.id}
              label={`Select ${issue.title}`}
              className={styles.row}
            >
              <IssueRow account={account} project={project} issue={issue} />
            </SelectableRow>
          )}
          onOpen={open}
        />
      </WorkListWidth>
      {chosen.length > 0 ? (
        <Suspense>
          <IssueBulkBar account={account} chosen={chosen} selection={selection} />
        </Suspense>
      ) : null}
      {project && creating ? (
        <Suspense>
          <NewIssue
            project={project}
            onClose={() => {
              setCreating(false);
              if (create !== undefined) setQuery(q);
            }}
            onCreated={open}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const noCommands: readonly Command[] = [];

const createCommand = (run: () => void): Command => ({
  id: "issues.create",
  title: "New issue",
  section: "Issues",
  icon: Plus,
  run,
});

interface ProjectActionsProps {
  readonly account: string;
  readonly project: string;
  readonly isArchived: boolean;
  readonly onNew: () => void;
}

/** Links that a project's list leads to. */
const ProjectActions = ({ account, project, isArchived, onNew }: ProjectActionsProps) => (
  <>
    <Button asChild>
      <AppLink href={hrefs.project(account, project, "boards")}>
        <Icon of={SquareKanban} /> Board
      </AppLink>
    </Button>
    <Button
      icon={Plus}
      variant="primary"
      disabled={isArchived}
      title={isArchived ? "This project is archived" : undefined}
      onClick={onNew}
    >
      New issue
    </Button>
  </>
);

/** Returns those of a number: services find numbers within a project alone. */
const numbered = (items: readonly Issue[], number: number | null): readonly Issue[] =>
  number === null ? items : items.filter(({ iid }) => iid === number);

/** The list of the scope; the others are not requested. */
function useIssues(
  listScope: ListScope,
  id: string,
  input: ReturnType<typeof issueListInput> | null,
  number: number | null,
) {
  const keep = { keepPrevious: true };
  const all = useOperationPages(listIssues, listScope === "account" ? input : null, keep);
  const ofGroup = useOperationPages(
    listGroupIssues,
    listScope === "group" && input ? { ...input, id } : null,
    keep,
  );
  const ofProject = useOperationPages(
    listProjectIssues,
    listScope === "project" && input
      ? { ...input, id, ...(number === null ? {} : { iids: [number] }) }
      : null,
    keep,
  );
  return listScope === "account" ? all : listScope === "group" ? ofGroup : ofProject;
}

interface NoIssuesProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly onAllStates: () => void;
}

/** An empty list without a filter: none is open, or there is none at all. */
function NoIssues({ listScope, owner, onAllStates }: NoIssuesProps) {
  const hasNone = useHasNone(listScope, owner);
  return (
    <EmptyState
      icon={CircleDot}
      title={hasNone ? "No issues yet" : "No open issues"}
      description="Write down what should be done, or what does not work."
      actions={hasNone ? undefined : <Button onClick={onAllStates}>Show all states</Button>}
    />
  );
}

interface FilterBarProps {
  readonly account: string;
  readonly listScope: ListScope;
  /** Full path of the project or group; empty for the account. */
  readonly owner: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly total: number | undefined;
  /** Authors and assignees of the listed issues. */
  readonly people: readonly UserSummary[];
}

const names = { ...filterNames, due: "Due" };

/** Filters of a list: states with their counts, chips, and the same as a query that can be typed. */
function FilterBar({ account, listScope, owner, query, onQuery, total, people }: FilterBarProps) {
  const filter = parseFilter(query);
  const project = listScope === "project" ? owner : null;
  return (
    <div className={styles.filters}>
      <QueryForm
        label="Issues"
        keys={filterKeys}
        query={query}
        onQuery={onQuery}
        project={project}
        completesPeople
        example="Search, or filter: assignee:@name label:bug no:milestone"
      >
        <SavedSearchesMenu storedAs={`issue searches ${account}`} query={query} onQuery={onQuery} />
      </QueryForm>
      <StateCounts
        {...{ listScope, owner, filter, total }}
        current={stateOf(filter)}
        onState={(state) =>
          onQuery(formatQuery(withTerm(filter, "state", state === "opened" ? undefined : state)))
        }
      />
      <FilterChoices {...{ project, filter, people }} onFilter={(next) => onQuery(formatQuery(next))} />
      <FilterChips filter={filter} names={names} onQuery={onQuery} />
    </div>
  );
}
