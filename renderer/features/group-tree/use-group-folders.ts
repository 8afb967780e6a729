import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Group, listGroups, listSubgroups } from "../../../shared/api/resources/groups.ts";
import { operationQuery, useOperationAll } from "../../api/use-operation.ts";
import type { TreeFolder, TreeNode } from "../file-tree/tree-rows.ts";

/** A group as an entry of the tree. */
export interface GroupNode extends TreeNode {
  readonly group: Group;
}

const toNode = (group: Group): GroupNode => ({
  path: group.full_path,
  name: group.name,
  kind: "directory",
  group,
});

/** Returns the groups at the top of a list: those whose parent is not in it. */
export function topGroups(groups: readonly Group[]): Group[] {
  const ids = new Set(groups.map(({ id }) => id));
  return groups.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
}

/** Reads the groups at the top (the empty path) and the subgroups of the given ones. */
export function useGroupFolders(
  account: string,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, TreeFolder<GroupNode>> {
  const top = useOperationAll(listGroups, { per_page: 100 });
  const open = useMemo(() => [...paths], [paths]);
  const below = useQueries({
    queries: open.map((id) =>
      operationQuery(account, listSubgroups, { id, all_available: true, per_page: 100 }, "all"),
    ),
  });
  const folders = new Map<string, TreeFolder<GroupNode>>();
  folders.set("", {
    entries: top.data && topGroups(top.data).map(toNode),
    error: top.error,
    retry: () => void top.refetch(),
  });
  for (const [index, path] of open.entries()) {
    const read = below[index];
    if (!read) continue;
    folders.set(path, {
      entries: read.data?.data.map(toNode),
      error: read.error,
      retry: () => void read.refetch(),
    });
  }
  return folders;
}
