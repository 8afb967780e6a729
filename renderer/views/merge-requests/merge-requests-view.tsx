import { useParams } from "@tanstack/react-router";
import { GitPullRequest, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { z } from "zod";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { projectOf } from "../../features/merge-requests/project-of.ts";
import { useSeen } from "../../features/merge-requests/seen-merge-requests.ts";
import { PagedList } from "../../features/paged-list/paged-list.tsx";
import { valuesOf } from "../../features/query-text/query-text.ts";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { useAccounts } from "../../state/host-state.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { parseFilter } from "./filter-text.ts";
import { type ListScope, mergeRequestListInput, usersOf } from "./list-input.ts";
import { MergeRequestRow } from "./merge-request-row.tsx";
import { NewMergeRequest } from "./new-merge-request.tsx";
import { NoMergeRequests } from "./no-merge-requests.tsx";
import { useUserIds } from "./use-user-ids.ts";

const rowHeight = 60;

/** `create` opens the form for a new one, from the branch `source` to `target`. */
const mergeRequestsSearch = z.object({
  q: z.string().optional(),
  create: z.string().optional(),
  source: z.string().optional(),
  target: z.string().optional(),
});

/** Merge requests of an account, a group or a project: filtered by chips or by a query that can be typed. */
export function MergeRequestsView() {
  const { account } = useAccountRoute();
  const project = useRouteProject();
  if (!project) return <MergeRequests account={account} project={undefined} />;
  return (
    <NeedsCommits
      {...{ account, project }}
      icon={GitPullRequest}
      page="Merge requests"
      title="No merge requests yet"
      description="A merge request needs two branches. Branches appear after the first commit."
    >
      <MergeRequests {...{ account, project }} />
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
  const ids = useUserIds(usersOf(filter));
  const input = ids ? mergeRequestListInput(filter, listScope, ids) : null;
  const list = useMergeRequests(listScope, project ?? group ?? "", input);
  const [creating, setCreating] = useState(create !== undefined);
  useEffect(() => setCreating(create !== undefined), [create]);
  const seen = useSeen(account);
  const accounts = useAccounts();
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
  const open = (mergeRequest: MergeRequest) => {
    const target = projectOf(mergeRequest, project);
    if (!target) return;
    go(hrefs.mergeRequest(account, target, mergeRequest.iid));
  };
  return (
    <div className={layout.page}>
      <PageHeader
        title="Merge requests"
        icon={GitPullRequest}
        meta={group ?? (project ? undefined : "in all projects you can access")}
        actions={
          project ? (
            <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
              New merge request
            </Button>
          ) : listScope === "account" && accounts.length > 1 ? (
            <Button asChild>
              <AppLink href={hrefs.allMergeRequests(q ? { q } : {})}>All accounts</AppLink>
            </Button>
          ) : undefined
        }
      />
      <FilterBar
        {...{ account, listScope, query: q, onQuery: setQuery, total: list.total, people }}
        owner={project ?? group ?? ""}
      />
      <PagedList
        label="Merge requests"
        list={list}
        items={ignoresReviewers ? [] : list.items}
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
        renderItem={(mergeRequest) => (
          <MergeRequestRow
            account={account}
            project={projectOf(mergeRequest, project)}
            mergeRequest={mergeRequest}
            showProject={listScope !== "project"}
            news={seen.news(mergeRequest)}
          />
        )}
        onOpen={open}
      />
      {project && creating ? (
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
      ) : null}
    </div>
  );
}

/** The list of the scope; the others are not requested. */
function useMergeRequests(
  listScope: ListScope,
  id: string,
  input: ReturnType<typeof mergeRequestListInput> | null,
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
    listScope === "project" && input ? { ...input, id } : null,
    keep,
  );
  return listScope === "account" ? all : listScope === "group" ? ofGroup : ofProject;
}
