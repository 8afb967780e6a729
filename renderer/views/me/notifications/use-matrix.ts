import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type Group, listGroupProjects, listGroups } from "../../../../shared/api/resources/groups.ts";
import { listProjects, listUserProjects } from "../../../../shared/api/resources/projects.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationQuery, useOperation, useOperationAll } from "../../../api/use-operation.ts";
import {
  globalScope,
  type NamedNotificationScope,
  notificationScopeKey,
  settingsQuery,
} from "./notification-settings.ts";

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
  const isOpen = (path: string, depth: number) =>
    toggled[path] ?? (depth === 0 && roots <= maxExpandedGroups);

  const isNarrowed = filter !== "" || onlyDiffering;
  const tree = isNarrowed ? none : openGroups(all, isOpen);
  const projects = useProjectsOf(tree, !isNarrowed && username && isOpen(username, 0) ? username : null);
  const found = useOperationAll(
    listProjects,
    filter === "" || onlyDiffering ? null : { ...list, ...membership, search: filter },
    { keepPrevious: true },
  );
  const differing = useDiffering(onlyDiffering && user.data !== undefined, all, membership);

  const term = filter.toLowerCase();
  const visibleRows = (): readonly MatrixRowData[] => {
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
      scope: NamedNotificationScope;
      path: string;
      fullName: string;
    }) =>
      `${path} ${fullName}`.toLowerCase().includes(term) &&
      (!onlyDiffering || differing.found.has(notificationScopeKey(scope)));
    return matrixRows(narrowTree(all, loaded, isWanted, username ?? ""));
  };
  return {
    rows: visibleRows(),
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
  return new Map(sources.map(({ path }, index) => [path, states[index] ?? pending]));
}

/** Settings that are read at once; the host limits them further. */
const concurrency = 6;
const noProjects: readonly never[] = [];

/** Query of the user's projects. */
interface Membership {
  readonly membership?: true;
}

interface Reading {
  /** Keys of scopes with a level of their own. */
  readonly found: ReadonlySet<string>;
  readonly done: number;
  readonly failed: number;
}

const nothingRead: Reading = { found: new Set(), done: 0, failed: 0 };

/** Finds scopes with a level of their own among all groups and projects of the user, while enabled. */
function useDiffering(isWanted: boolean, groups: readonly Group[], membership: Membership) {
  const client = useQueryClient();
  const account = useAccountId();
  const listed = useOperationAll(
    listProjects,
    isWanted ? { ...membership, simple: true, per_page: 100 } : null,
  );
  const projects = listed.data ?? noProjects;
  const isListed = listed.data !== undefined;
  const scopes = useMemo(
    (): readonly NamedNotificationScope[] => [
      ...groups.map(({ id, name }) => ({ kind: "group" as const, id, name })),
      ...projects.map(({ id, name }) => ({ kind: "project" as const, id, name })),
    ],
    [groups, projects],
  );
  const [reading, setReading] = useState(nothingRead);
  useEffect(() => {
    if (!isWanted || !isListed) return;
    const ended = new AbortController();
    const waiting = scopes.values();
    setReading(nothingRead);
    const lane = async () => {
      for (const scope of waiting) {
        const settings = await client
          .fetchQuery({ ...settingsQuery(account, scope), staleTime: 60_000 })
          .catch(() => null);
        if (ended.signal.aborted) return;
        setReading(({ found, done, failed }) => ({
          found:
            settings && settings.data.level !== "global"
              ? new Set([...found, notificationScopeKey(scope)])
              : found,
          done: done + 1,
          failed: failed + (settings ? 0 : 1),
        }));
      }
    };
    for (let started = 0; started < concurrency; started++) void lane();
    return () => ended.abort();
  }, [isWanted, isListed, scopes, client, account]);
  return {
    ...reading,
    projects,
    total: scopes.length,
    isReading: isWanted && (!isListed || reading.done < scopes.length) && !listed.error,
    error: listed.error,
    retry: () => void listed.refetch(),
  };
}

/** Fields of a project that the matrix needs. */
interface MatrixProject {
  readonly id: number;
  readonly name: string;
  readonly path_with_namespace: string;
}

/** Projects of a group, as far as they were read. */
interface ProjectsState {
  readonly projects: readonly MatrixProject[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** Whether the projects are filtered. */
  readonly isPart?: boolean;
}

/** A row of the matrix. `above` are the scopes that it inherits from, the nearest first. */
export type MatrixRowData =
  | ({
      readonly kind: "scope";
      readonly scope: NamedNotificationScope;
      readonly path: string;
      readonly depth: number;
    } & Branch & {
        readonly above: readonly NamedNotificationScope[];
      })
  | ({ readonly kind: "personal"; readonly path: string; readonly depth: 0 } & Branch)
  | { readonly kind: "note"; readonly path: string; readonly depth: number; readonly state: ProjectsState };

interface Branch {
  /** Null for what has nothing below it. */
  readonly isOpen: boolean | null;
}

export interface MatrixTree {
  readonly groups: readonly Group[];
  /** Projects by the full path of their group. */
  readonly projectsOf: (path: string) => ProjectsState;
  readonly isOpen: (path: string, depth: number) => boolean;
  /** User name of the namespace for the user's own projects; null leaves them out. */
  readonly personal: string | null;
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

/** Returns the rows of the open part of the tree: the global settings, groups with what is below them, own projects. */
export function matrixRows({ groups, projectsOf, isOpen, personal }: MatrixTree): MatrixRowData[] {
  const known = new Set(groups.map(({ id }) => id));
  const children = Map.groupBy(groups.toSorted(byName), ({ parent_id: parent }) =>
    // A group whose parent may not be seen is at the top.
    parent !== null && known.has(parent) ? parent : null,
  );
  const rows: MatrixRowData[] = [
    { kind: "scope", scope: globalScope, path: "", depth: 0, isOpen: null, above: [] },
  ];

  function addProjects(
    path: string,
    depth: number,
    above: readonly NamedNotificationScope[],
    isAlone: boolean,
  ): void {
    const state = projectsOf(path);
    for (const { id, name, path_with_namespace } of state.projects?.toSorted(byName) ?? []) {
      const scope: NamedNotificationScope = { kind: "project", id, name };
      rows.push({ kind: "scope", scope, path: path_with_namespace, depth, isOpen: null, above });
    }
    const isEmpty = isAlone && !state.isPart && state.projects?.length === 0;
    if (!state.projects || isEmpty) rows.push({ kind: "note", path, depth, state });
  }

  function addGroups(parent: number | null, depth: number, above: readonly NamedNotificationScope[]): void {
    for (const group of children.get(parent) ?? []) {
      const { id, name, full_path: path } = group;
      const scope: NamedNotificationScope = { kind: "group", id, name };
      const open = isOpen(path, depth);
      rows.push({ kind: "scope", scope, path, depth, isOpen: open, above });
      if (!open) continue;
      addGroups(id, depth + 1, [scope, ...above]);
      addProjects(path, depth + 1, [scope, ...above], !children.has(id));
    }
  }

  addGroups(null, 0, [globalScope]);
  if (personal !== null) {
    const open = isOpen(personal, 0);
    rows.push({ kind: "personal", path: personal, depth: 0, isOpen: open });
    if (open) addProjects(personal, 1, [globalScope], true);
  }
  return rows;
}

/** Returns the part of a tree that leads to what is wanted; all of it is open, and nothing more is read for it. */
export function narrowTree(
  groups: readonly Group[],
  projects: readonly MatrixProject[],
  isWanted: (entry: {
    readonly scope: NamedNotificationScope;
    readonly path: string;
    readonly fullName: string;
  }) => boolean,
  user: string,
): MatrixTree {
  const wantedProjects = projects.filter(({ id, name, path_with_namespace: path }) =>
    isWanted({ scope: { kind: "project", id, name }, path, fullName: name }),
  );
  const paths = new Set(wantedProjects.map(({ path_with_namespace: path }) => folderOf(path)));
  for (const { id, name, full_path: path, full_name: fullName } of groups) {
    if (isWanted({ scope: { kind: "group", id, name }, path, fullName })) paths.add(path);
  }
  const leadsToWanted = (path: string) =>
    [...paths].some((each) => each === path || each.startsWith(`${path}/`));
  const projectsIn = Map.groupBy(wantedProjects, ({ path_with_namespace: path }) => folderOf(path));
  return {
    groups: groups.filter(({ full_path: path }) => leadsToWanted(path)),
    projectsOf: (path) => ({
      projects: projectsIn.get(path) ?? [],
      error: null,
      retry: () => undefined,
      isPart: true,
    }),
    isOpen: () => true,
    personal: paths.has(user) ? user : null,
  };
}
