import { useParams } from "@tanstack/react-router";
import { GitPullRequest, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { SelectableRow } from "../../features/bulk/selectable-row.tsx";
import { useIsArchived } from "../../features/ci/use-has-access.ts";
import { projectOfMergeRequest } from "../../features/merge-requests/merge-request-project.ts";
import { MergeRequestRow } from "../../features/merge-requests/merge-request-row.tsx";
import { newsTexts, useSeen } from "../../features/merge-requests/seen-merge-requests.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { formatQuery, termOf, valuesOf, withTerm } from "../../features/query-text/query-text.ts";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { FilterChips, filterNames } from "../../features/work-lists/filter-chips.tsx";
import { QueryForm } from "../../features/work-lists/query-form.tsx";
import { checkboxPx, useWorkRowHeight, WorkListWidth } from "../../features/work-lists/row-parts.tsx";
import { SavedSearchesMenu } from "../../features/work-lists/saved-searches-menu.tsx";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import styles from "../../features/work-lists/work-lists.module.css";
import { Button } from "../../ui/buttons/button.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { FilterChoices } from "./filter-choices.tsx";
import {
  filterKeys,
  type ListScope,
  mergeRequestListInput,
  numberOf,
  parseFilter,
  peopleKeys,
  stateOf,
} from "./list-input.ts";
import { StateCounts, useHasNone } from "./state-counts.tsx";
import { useMergeRequestSelection } from "./use-merge-request-selection.ts";
import { useTurnFilter } from "./use-turn-filter.ts";

const MergeRequestBulkBar = lazy(async () => ({
  default: (await import("./bulk/merge-request-bulk-bar.tsx")).MergeRequestBulkBar,
}));
const NewMergeRequest = lazy(async () => ({
  default: (await import("./new-merge-request.tsx")).NewMergeRequest,
}));

/** `create` opens the form for a new one, from the branch `source` to `target`. */
const mergeRequestsSearch = {
  q: anyText,
  create: anyText,
  source: anyText,
  target: anyText,
};

/** Merge requests of an account, a group or a project: filtered by chips or by a query that can be typed. */
export function MergeRequestsView() {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  if (!project) return <MergeRequests account={account} project={undefined} />;
  return (
    <NeedsCommits
      account={account}
      project={project}
      icon={GitPullRequest}
      page="Merge requests"
      title="No merge requests yet"
      description="A merge request needs two branches. Branches appear after the first commit."
    >
      <MergeRequests account={account} project={project} />
    </NeedsCommits>
  );
}

interface MergeRequestsProps {
  readonly account: string;
  /** Full path; undefined for the lists of an account or a group. */
  readonly project: string | undefined;
}

function MergeRequests({ account, project }: MergeRequestsProps) {
  const group = useParams({ from: "/a/$account/groups/$group/merge_requests", shouldThrow: false })?.group;
  const [{ q = "", create, source, target }, changeSearch] = useAddressSearch(mergeRequestsSearch);
  const go = useGo();
  const listScope: ListScope = project ? "project" : group ? "group" : "account";
  const setQuery = (next: string) =>
    changeSearch({ q: next, create: undefined, source: undefined, target: undefined });
  const filter = parseFilter(q);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const input = ids ? mergeRequestListInput(filter, listScope, ids) : null;
  const number = numberOf(filter);
  const list = useMergeRequests(listScope, project ?? group ?? "", input, number);
  const [creating, setCreating] = useState(create !== undefined);
  useEffect(() => setCreating(create !== undefined), [create]);
  const seen = useSeen(account);
  const rowHeight = useWorkRowHeight();
  const [page, width] = useWidth();
  const people = list.items.flatMap(({ author, assignees, reviewers = [] }) => [
    ...(author ? [author] : []),
    ...assignees,
    ...reviewers,
  ]);
  // Such a service ignores the filter, so its list would be of everything.
  const ignoresReviewers =
    valuesOf(filter, "reviewer").length > 0 &&
    list.items.length > 0 &&
    list.items.every(({ reviewers }) => reviewers === undefined);
  const turns = useTurnFilter(account, project, termOf(filter, "turn"), numbered(list.items, number));
  const open = (mergeRequest: MergeRequest) => {
    const target = projectOfMergeRequest(mergeRequest, project);
    if (!target) return;
    go(hrefs.mergeRequest(account, target, mergeRequest.iid));
  };
  const isArchived = useIsArchived(project);
  const { selection, chosen, listProps } = useMergeRequestSelection(
    ignoresReviewers ? [] : list.items,
    project,
  );
  return (
    <div ref={page} className={layout.page}>
      <PageHeader
        title="Merge requests"
        icon={GitPullRequest}
        state={listScope === "account" ? <AccountSwitch list="merge_requests" account={account} /> : null}
        meta={listScope === "account" ? "in all projects you can access" : undefined}
        actions={
          project ? (
            <Button
              icon={Plus}
              variant="primary"
              disabled={isArchived}
              title={isArchived ? "This project is archived" : undefined}
              onClick={() => setCreating(true)}
            >
              New merge request
            </Button>
          ) : undefined
        }
      />
      <FilterBar
        account={account}
        listScope={listScope}
        query={q}
        onQuery={setQuery}
        total={list.total}
        people={people}
        turnProgress={turns.progress}
        owner={project ?? group ?? ""}
      />
      <WorkListWidth value={width && width - checkboxPx}>
        <PagedList
          label="Merge requests"
          list={list}
          items={ignoresReviewers ? [] : turns.items}
          scope={q}
          lines={10}
          mark={16}
          empty={
            ignoresReviewers ? (
              <EmptyState
                icon={GitPullRequest}
                title="This service has no reviewers"
                description="Filter by author or assignee instead."
                actions={<Button onClick={() => setQuery("")}>Clear filters</Button>}
              />
            ) : q ? (
              <EmptyState
                icon={GitPullRequest}
                title="No matching merge requests"
                description="Remove a filter or show all states."
                actions={<Button onClick={() => setQuery("")}>Clear filters</Button>}
              />
            ) : (
              <NoMergeRequests
                listScope={listScope}
                owner={project ?? group ?? ""}
                onAllStates={() => setQuery("state:all")}
              />
            )
          }
          itemKey={(mergeRequest) => mergeRequest.id}
          rowHeight={rowHeight}
          {...listProps}
          renderItem={(mergeRequest) => (
            <SelectableRow
              selection={selection}
              rowKey={mergeRequest.id}
              label={`Select ${mergeRequest.title}`}
              className={styles.row}
            >
              <MergeRequestRow
                account={account}
                project={projectOfMergeRequest(mergeRequest, project)}
                mergeRequest={mergeRequest}
                showProject={listScope !== "project"}
                news={newsTexts(seen.news(mergeRequest))}
              />
            </SelectableRow>
          )}
          onOpen={open}
        />
      </WorkListWidth>
      {chosen.length > 0 ? (
        <Suspense>
          <MergeRequestBulkBar account={account} chosen={chosen} selection={selection} />
        </Suspense>
      ) : null}
      {project && creating ? (
        <Suspense>
          <NewMergeRequest
            project={project}
            source={source}
            target={target}
            onClose={() => {
              setCreating(false);
              if (create !== undefined) setQuery(q);
            }}
            onCreated={(made) => open(made)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Returns those of a number: services find numbers within a project alone. */
const numbered = (items: readonly MergeRequest[], number: number | null): readonly MergeRequest[] =>
  number === null ? items : items.filter(({ iid }) => iid === number);

/** The list of the scope; the others are not requested. */
function useMergeRequests(
  listScope: ListScope,
  id: string,
  input: ReturnType<typeof mergeRequestListInput> | null,
  number: number | null,
) {
  const keep = { keepPrevious: true };
  const all = useOperationPages(listMergeRequests, listScope === "account" ? input : null, keep);
  const ofGroup = useOperationPages(
    listGroupMergeRequests,
    listScope === "group" && input ? { ...input, id } : null,
    keep,
  );
  const ofProject = useOperationPages(
    listProjectMergeRequests,
    listScope === "project" && input
      ? { ...input, id, ...(number === null ? {} : { iids: [number] }) }
      : null,
    keep,
  );
  return listScope === "account" ? all : listScope === "group" ? ofGroup : ofProject;
}

interface NoMergeRequestsProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly onAllStates: () => void;
}

/** An empty list without a filter: none is open, or there is none at all. */
function NoMergeRequests({ listScope, owner, onAllStates }: NoMergeRequestsProps) {
  const hasNone = useHasNone(listScope, owner);
  return (
    <EmptyState
      icon={GitPullRequest}
      title={hasNone ? "No merge requests yet" : "No open merge requests"}
      description="Push a branch, then open a merge request."
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
  /** Authors and assignees of the listed merge requests. */
  readonly people: readonly UserSummary[];
  /** Progress of the filter by turn, empty where there is none. */
  readonly turnProgress: string;
}

const names: Readonly<Record<string, string>> = { ...filterNames, source: "From", target: "Into" };

/** Filters of a list: states with their counts, chips, and the same as a query that can be typed. */
function FilterBar(props: FilterBarProps) {
  const { account, listScope, owner, query, onQuery, total, people, turnProgress } = props;
  const filter = parseFilter(query);
  return (
    <div className={styles.filters}>
      <QueryForm
        label="Merge requests"
        keys={filterKeys}
        query={query}
        onQuery={onQuery}
        project={listScope === "project" ? owner : null}
        completesPeople
        example="Search, or filter: author:@name label:bug draft:no"
      >
        <SavedSearchesMenu storedAs={`searches ${account}`} query={query} onQuery={onQuery} />
      </QueryForm>
      <StateCounts
        listScope={listScope}
        owner={owner}
        filter={filter}
        current={stateOf(filter)}
        total={total}
        onState={(state) =>
          onQuery(formatQuery(withTerm(filter, "state", state === "opened" ? undefined : state)))
        }
      />
      <FilterChoices
        listScope={listScope}
        owner={owner}
        filter={filter}
        people={people}
        onFilter={(next) => onQuery(formatQuery(next))}
      />
      <FilterChips filter={filter} names={names} onQuery={onQuery} />
      <span role="status" className={layout.meta}>
        {turnProgress}
      </span>
    </div>
  );
}
