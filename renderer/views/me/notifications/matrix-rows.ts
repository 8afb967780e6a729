import type { Group } from "../../../../shared/api/resources/groups.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { globalScope, type NotificationScope } from "./levels.ts";

/** Fields of a project that the matrix needs. */
export interface MatrixProject {
  readonly id: number;
  readonly name: string;
  readonly path_with_namespace: string;
}

/** Projects of a group, as far as they were read. */
export interface ProjectsState {
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
      readonly scope: NotificationScope;
      readonly path: string;
      readonly depth: number;
    } & Branch & {
        readonly above: readonly NotificationScope[];
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
    above: readonly NotificationScope[],
    isAlone: boolean,
  ): void {
    const state = projectsOf(path);
    for (const { id, name, path_with_namespace } of state.projects?.toSorted(byName) ?? []) {
      const scope: NotificationScope = { kind: "project", id, name };
      rows.push({ kind: "scope", scope, path: path_with_namespace, depth, isOpen: null, above });
    }
    const isEmpty = isAlone && !state.isPart && state.projects?.length === 0;
    if (!state.projects || isEmpty) rows.push({ kind: "note", path, depth, state });
  }

  function addGroups(parent: number | null, depth: number, above: readonly NotificationScope[]): void {
    for (const group of children.get(parent) ?? []) {
      const { id, name, full_path: path } = group;
      const scope: NotificationScope = { kind: "group", id, name };
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
    readonly scope: NotificationScope;
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
