import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { GitPullRequest, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { projectOf } from "../../features/merge-requests/project-of.ts";
import { useAccounts } from "../../state/host-state.ts";
import { useSeen } from "../../state/seen-merge-requests.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { parseFilter } from "./filter-text.ts";
import { type ListPlace, toListInput, usersOf } from "./list-input.ts";
import { MergeRequestRow } from "./merge-request-row.tsx";
import styles from "./merge-requests.module.css";
import { NewMergeRequest } from "./new-merge-request.tsx";
import { useUserIds } from "./use-user-ids.ts";

const rowHeight = 60;

/** Merge requests of an account, a group or a project: filtered by chips or by a query that can be typed. */
export function MergeRequestsView() {
  const {
    account = "",
    project,
    group,
  } = useParams({ strict: false }) as {
    account?: string;
    project?: string;
    group?: string;
  };
  const search = useSearch({ strict: false }) as {
    q?: string;
    create?: string;
    source?: string;
    target?: string;
  };
  const { q = "", create, source, target } = search;
  const navigate = useNavigate();
  const place: ListPlace = project ? "project" : group ? "group" : "account";
  const setQuery = (next: string) =>
    void navigate({ to: ".", search: next ? { q: next } : {}, replace: true });
  const filter = parseFilter(q);
  const ids = useUserIds(usersOf(filter));
  const input = ids ? toListInput(filter, place, ids) : null;
  const list = useMergeRequests(place, project ?? group ?? "", input);
  const [creating, setCreating] = useState(create !== undefined);
  useEffect(() => setCreating(create !== undefined), [create]);
  const seen = useSeen(account);
  const accounts = useAccounts();
  const open = (mergeRequest: MergeRequest) => {
    const target = projectOf(mergeRequest, project);
    if (!target) return;
    void navigate({
      to: "/a/$account/p/$project/merge_requests/$iid",
      params: { account, project: target, iid: String(mergeRequest.iid) },
    });
  };
  return (
    <div className={styles.page}>
      <PageHeader
        title="Merge requests"
        icon={GitPullRequest}
        meta={group ?? (project ? undefined : "of every project that you can see")}
        actions={
          project ? (
            <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
              New merge request
            </Button>
          ) : place === "account" && accounts.length > 1 ? (
            <Button asChild>
              <Link to="/merge_requests" search={q ? { q } : {}}>
                All accounts
              </Link>
            </Button>
          ) : undefined
        }
      />
      <FilterBar
        {...{ account, place, query: q, onQuery: setQuery, total: list.total }}
        owner={project ?? group ?? ""}
      />
      {input === null || list.isPending ? (
        <div className={styles.padded}>
          <Skeleton lines={10} height={36} label="Loading merge requests" />
        </div>
      ) : list.error && list.items.length === 0 ? (
        <ErrorState {...describeProblem(list.error)} onRetry={() => void list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState
          icon={GitPullRequest}
          title={q ? "No merge request matches" : "No open merge requests"}
          description={
            q ? "Take a filter away, or look at all states." : "Push a branch and propose it for merging."
          }
          actions={
            q ? (
              <Button onClick={() => setQuery("")}>Clear filters</Button>
            ) : (
              <Button onClick={() => setQuery("state:all")}>Show all states</Button>
            )
          }
        />
      ) : (
        <VirtualList
          label="Merge requests"
          role="list"
          className={styles.list ?? ""}
          items={list.items}
          total={list.total}
          itemKey={(mergeRequest) => mergeRequest.id}
          rowHeight={rowHeight}
          renderItem={(mergeRequest) => (
            <MergeRequestRow
              account={account}
              project={projectOf(mergeRequest, project)}
              mergeRequest={mergeRequest}
              showProject={place !== "project"}
              news={seen.news(mergeRequest)}
            />
          )}
          onOpen={open}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
          }}
        />
      )}
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

/** The list of the place; the others are not asked for. */
function useMergeRequests(place: ListPlace, id: string, input: ReturnType<typeof toListInput> | null) {
  const keep = { keepPrevious: true };
  const all = useOperationPages(listMergeRequests, place === "account" ? input : null, keep);
  const ofGroup = useOperationPages(
    listGroupMergeRequests,
    place === "group" && input ? { ...input, id } : null,
    keep,
  );
  const ofProject = useOperationPages(
    listProjectMergeRequests,
    place === "project" && input ? { ...input, id } : null,
    keep,
  );
  return place === "account" ? all : place === "group" ? ofGroup : ofProject;
}
