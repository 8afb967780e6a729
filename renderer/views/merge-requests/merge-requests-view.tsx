import { useParams } from "@tanstack/react-router";
import { GitPullRequest } from "lucide-react";
import { lazy, Suspense } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { operationQuery, useOperationPages } from "../../api/use-operation.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { projectOfMergeRequest } from "../../features/merge-requests/merge-request-project.ts";
import { MergeRequestRow } from "../../features/merge-requests/merge-request-row.tsx";
import { newsTexts, useSeen } from "../../features/merge-requests/seen-merge-requests.ts";
import { formatQuery, termOf, valuesOf, withTerm } from "../../features/query-text/query-text.ts";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { filterNames } from "../../features/work-lists/filter-chips.tsx";
import { listCall, listOwner } from "../../features/work-lists/list-scope.ts";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { ClearFilters, WorkListPage } from "../../features/work-lists/work-list-page.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { FilterChoices } from "./filter-choices.tsx";
import {
  filterKeys,
  type ListState,
  mergeRequestListInput,
  mergeRequestLists,
  numberOf,
  parseFilter,
  peopleKeys,
  stateOf,
} from "./list-input.ts";
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

/** Merge requests of an account, a group or a project. */
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

const chipNames: Readonly<Record<string, string>> = { ...filterNames, source: "From", target: "Into" };

const states = [
  { value: "opened", label: "Open" },
  { value: "merged", label: "Merged" },
  { value: "closed", label: "Closed" },
  // Only while a merge runs, or where one was cut off.
  { value: "locked", label: "Locked", isRare: true },
  { value: "all", label: "All" },
] as const;

interface MergeRequestsProps {
  readonly account: string;
  /** Full path; undefined for the lists of an account or a group. */
  readonly project: string | undefined;
}

function MergeRequests({ account, project }: MergeRequestsProps) {
  const group = useParams({ from: "/a/$account/groups/$group/merge_requests", shouldThrow: false })?.group;
  const [{ q = "", create, source, target }, changeSearch] = useAddressSearch(mergeRequestsSearch);
  const go = useGo();
  const owner = listOwner(project, group);
  const setQuery = (next: string) =>
    changeSearch({ q: next, create: undefined, source: undefined, target: undefined });
  const filter = parseFilter(q);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const number = numberOf(filter);
  // Services find numbers within a project alone.
  const iids = project && number !== null ? { iids: [number] } : {};
  const inputOf = (chosen: typeof filter) => mergeRequestListInput(chosen, owner.scope, ids ?? new Map());
  const call = listCall(mergeRequestLists, owner, { ...inputOf(filter), ...iids });
  const list = useOperationPages(call.operation, ids && call.input, { keepPrevious: true });
  const queryOf = (state: ListState) => {
    const input = { ...inputOf(withTerm(filter, "state", state)), per_page: 1 };
    const count = listCall(mergeRequestLists, owner, input);
    return operationQuery(account, count.operation, count.input);
  };
  const seen = useSeen(account);
  // Such a service ignores the filter, so its list would be of everything.
  const ignoresReviewers =
    valuesOf(filter, "reviewer").length > 0 &&
    list.items.length > 0 &&
    list.items.every(({ reviewers }) => reviewers === undefined);
  const numbered = number === null ? list.items : list.items.filter(({ iid }) => iid === number);
  const turns = useTurnFilter(account, project, termOf(filter, "turn"), numbered);
  const open = (mergeRequest: MergeRequest) => {
    const target = projectOfMergeRequest(mergeRequest, project);
    if (!target) return;
    go(hrefs.mergeRequest(account, target, mergeRequest.iid));
  };
  const { selection, chosen, listProps } = useMergeRequestSelection(
    ignoresReviewers ? [] : list.items,
    project,
  );
  return (
    <WorkListPage
      {...{ account, owner, filter, filterKeys, chipNames, create, list, states, queryOf }}
      {...{ selection, listProps }}
      label="Merge requests"
      icon={GitPullRequest}
      noun="merge request"
      accountList="merge_requests"
      items={ignoresReviewers ? [] : turns.items}
      query={q}
      onQuery={setQuery}
      searches="searches"
      example="Search, or filter: author:@name label:bug draft:no"
      current={stateOf(filter)}
      choices={
        <FilterChoices
          owner={owner}
          filter={filter}
          people={list.items.flatMap(({ author, assignees, reviewers = [] }) => [
            ...(author ? [author] : []),
            ...assignees,
            ...reviewers,
          ])}
          onFilter={(next) => setQuery(formatQuery(next))}
        />
      }
      progress={turns.progress}
      countOfAll={queryOf("all")}
      form={(close) =>
        project && (
          <NewMergeRequest
            project={project}
            source={source}
            target={target}
            onClose={close}
            onCreated={open}
          />
        )
      }
      advice="Push a branch, then open a merge request."
      unlisted={
        ignoresReviewers ? (
          <EmptyState
            icon={GitPullRequest}
            title="This service has no reviewers"
            description="Filter by author or assignee instead."
            actions={<ClearFilters onQuery={setQuery} />}
          />
        ) : null
      }
      row={(mergeRequest) => (
        <MergeRequestRow
          account={account}
          project={projectOfMergeRequest(mergeRequest, project)}
          mergeRequest={mergeRequest}
          showProject={owner.scope !== "project"}
          news={newsTexts(seen.news(mergeRequest))}
        />
      )}
      onOpen={open}
    >
      {chosen.length > 0 ? (
        <Suspense>
          <MergeRequestBulkBar account={account} chosen={chosen} selection={selection} />
        </Suspense>
      ) : null}
    </WorkListPage>
  );
}
