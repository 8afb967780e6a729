import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { type Group, listGroupProjects, listGroups } from "../../../../shared/api/resources/groups.ts";
import { listProjects, listUserProjects } from "../../../../shared/api/resources/projects.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationQuery, useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { type NotificationScope, notificationScopeKey } from "./levels.ts";
import {
  type MatrixProject,
  type MatrixRowData,
  matrixRows,
  narrowTree,
  type ProjectsState,
} from "./matrix-rows.ts";
import { useDiffering } from "./use-differing.ts";

/** Number of top-level groups up to which all are expanded at first. */
const maxExpandedGroups = 6;
const list = { simple: true, per_page: 100, order_by: "name", sort: "asc" } as const;
const none: readonly Group[] = [];
const members = { membership: true } as const;
const everything = {};

/** Reads what the matrix shows: groups as a whole, their projects as they are opened, searched or compared. */
export function useMatrix(filter: string, onlyDiffering: boolean) {
  const groups = useOperationAll(listGroups, { per_page: 100 });
  const user = useOperation(getCurrentUser, {});
  const username = user.data?.username ?? null;
  // Administrators set levels of projects that they are not members of.
  const membership = user.data?.is_admin ? everything : members;
  const all = groups.data ?? none;
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const roots = all.filter(({ parent_id: parent }) => parent === null).length;
  const isOpen = useCallback(
    (path: string, depth: number) => toggled[path] ?? (depth === 0 && roots <= maxExpandedGroups),
    [toggled, roots],
  );

  const isNarrowed = filter !== "" || onlyDiffering;
  const tree = useMemo(() => (isNarrowed ? none : openGroups(all, isOpen)), [isNarrowed, all, isOpen]);
  const projects = useProjectsOf(tree, !isNarrowed && username && isOpen(username, 0) ? username : null);
  const found = useOperationAll(
    listProjects,
    filter === "" || onlyDiffering ? null : { ...list, ...membership, search: filter },
    { keepPrevious: true },
  );
  const differing = useDiffering(onlyDiffering && user.data !== undefined, all, membership);

  const term = filter.toLowerCase();
  const rows: readonly MatrixRowData[] = useMemo(() => {
    if (!isNarrowed) {
      return matrixRows({
        groups: all,
        projectsOf: (path) => projects.get(path) ?? pending,
        isOpen,
        personal: username,
      });
    }
    const loaded = onlyDiffering ? differing.projects : (found.data ?? []);
    const isWanted = ({
      scope,
      path,
      fullName,
    }: {
      scope: NotificationScope;
      path: string;
      fullName: string;
    }) =>
      `${path} ${fullName}`.toLowerCase().includes(term) &&
      (!onlyDiffering || differing.found.has(notificationScopeKey(scope)));
    return matrixRows(narrowTree(all, loaded, isWanted, username ?? ""));
  }, [isNarrowed, onlyDiffering, all, projects, isOpen, username, term, found.data, differing]);
  return {
    rows,
    groups,
    differing,
    searchError: onlyDiffering ? differing.error : found.error,
    retrySearch: () => (onlyDiffering ? differing.retry() : void found.refetch()),
    toggle: (path: string, open: boolean) => setToggled((now) => ({ ...now, [path]: open })),
  };
}

const pending: ProjectsState = { projects: undefined, error: null, retry: () => undefined };

/** Returns the groups that are open, as all groups above them are. */
function openGroups(
  all: readonly Group[],
  isOpen: (path: string, depth: number) => boolean,
): readonly Group[] {
  const byId = new Map(all.map((group) => [group.id, group]));
  const chainOf = (group: Group): readonly Group[] => {
    const parent = group.parent_id === null ? undefined : byId.get(group.parent_id);
    return parent ? [...chainOf(parent), group] : [group];
  };
  return all.filter((group) => chainOf(group).every(({ full_path: path }, depth) => isOpen(path, depth)));
}

/** Reads the projects of open groups, and of the user's own namespace where `username` is given. */
function useProjectsOf(
  groups: readonly Group[],
  username: string | null,
): ReadonlyMap<string, ProjectsState> {
  const account = useAccountId();
  const sources = [
    ...groups.map(({ id, full_path: path }) => ({
      path,
      // A project that another group was given access to inherits from its own group alone.
      query: operationQuery(account, listGroupProjects, { id, ...list, with_shared: false }, "all"),
    })),
    ...(username === null
      ? []
      : [
          {
            path: username,
            query: operationQuery(account, listUserProjects, { user_id: username, ...list }, "all"),
          },
        ]),
  ];
  const states = useQueries({
    queries: sources.map(({ query }) => query),
    combine: (results) =>
      results.map(({ data, error, refetch }) => ({
        projects: data?.data as readonly MatrixProject[] | undefined,
        error: data ? null : error,
        retry: () => void refetch(),
      })),
  });
  const paths = sources.map(({ path }) => path).join("\n");
  return useMemo(
    () => new Map(paths.split("\n").map((path, index) => [path, states[index] ?? pending])),
    [paths, states],
  );
}
