import { useParams } from "@tanstack/react-router";
import { CircleDot, SquareKanban } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { operationQuery, useOperationPages } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { projectOfIssue } from "../../features/issues/issue-project.ts";
import { IssueRow } from "../../features/issues/issue-row.tsx";
import { formatQuery, withTerm } from "../../features/query-text/query-text.ts";
import { filterNames } from "../../features/work-lists/filter-chips.tsx";
import { listCall, listOwner } from "../../features/work-lists/list-scope.ts";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { WorkListPage } from "../../features/work-lists/work-list-page.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { FilterChoices } from "./filter/filter-choices.tsx";
import {
  filterKeys,
  issueListInput,
  issueLists,
  type ListState,
  numberOf,
  parseFilter,
  peopleKeys,
  stateOf,
} from "./filter/list-input.ts";
import { useIssueSelection } from "./use-issue-selection.ts";

const NewIssue = lazy(async () => ({ default: (await import("./new-issue.tsx")).NewIssue }));
const IssueBulkBar = lazy(async () => ({ default: (await import("./issue-bulk-bar.tsx")).IssueBulkBar }));

/** `create` opens the form for a new one. */
const issuesSearch = { q: anyText, create: anyText };

const chipNames = { ...filterNames, due: "Due" };

const states = [
  { value: "opened", label: "Open" },
  { value: "closed", label: "Closed" },
  { value: "all", label: "All" },
] as const;

/** Issues of an account, a group or a project. */
export function IssuesView() {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  const group = useParams({ from: "/a/$account/groups/$group/issues", shouldThrow: false })?.group;
  const [{ q = "", create }, changeSearch] = useAddressSearch(issuesSearch);
  const go = useGo();
  const owner = listOwner(project, group);
  const setQuery = (next: string) => changeSearch({ q: next, create: undefined });
  const filter = parseFilter(q);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const number = numberOf(filter);
  // Services find numbers within a project alone.
  const iids = project && number !== null ? { iids: [number] } : {};
  const call = listCall(issueLists, owner, { ...issueListInput(filter, ids ?? new Map()), ...iids });
  const list = useOperationPages(call.operation, ids && call.input, { keepPrevious: true });
  const items = number === null ? list.items : list.items.filter(({ iid }) => iid === number);
  const queryOf = (state: ListState) => {
    const input = issueListInput(withTerm(filter, "state", state), ids ?? new Map());
    const count = listCall(issueLists, owner, { ...input, per_page: 1 });
    return operationQuery(account, count.operation, count.input);
  };
  const open = (issue: Issue) => go(hrefs.issue(account, projectOfIssue(issue, project), issue.iid));
  const { selection, chosen, listProps } = useIssueSelection(items, project);
  return (
    <WorkListPage
      {...{ account, owner, filter, filterKeys, chipNames, create, list, items, states, queryOf }}
      {...{ selection, listProps }}
      label="Issues"
      icon={CircleDot}
      noun="issue"
      accountList="issues"
      query={q}
      onQuery={setQuery}
      searches="issue searches"
      example="Search, or filter: assignee:@name label:bug no:milestone"
      current={stateOf(filter)}
      choices={
        <FilterChoices
          project={project ?? null}
          filter={filter}
          people={list.items.flatMap(({ author, assignees }) => [...(author ? [author] : []), ...assignees])}
          onFilter={(next) => setQuery(formatQuery(next))}
        />
      }
      countOfAll={queryOf("all")}
      command={{ id: "issues.create", title: "New issue", section: "Issues" }}
      links={
        project ? (
          <Button asChild>
            <AppLink href={hrefs.project(account, project, "boards")}>
              <Icon of={SquareKanban} /> Board
            </AppLink>
          </Button>
        ) : null
      }
      form={(close) => project && <NewIssue project={project} onClose={close} onCreated={open} />}
      advice="Write down what should be done, or what does not work."
      row={(issue) => <IssueRow account={account} project={project} issue={issue} />}
      onOpen={open}
    >
      {chosen.length > 0 ? (
        <Suspense>
          <IssueBulkBar account={account} chosen={chosen} selection={selection} />
        </Suspense>
      ) : null}
    </WorkListPage>
  );
}
