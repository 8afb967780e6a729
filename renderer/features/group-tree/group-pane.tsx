import { useQueries } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { create } from "zustand";
import { type Group, listGroups, listSubgroups } from "../../../shared/api/resources/groups.ts";
import { operationQuery, useOperationAll } from "../../api/use-operation.ts";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import flow from "../../ui/theme/flow.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { FileTree } from "../file-tree/file-tree.tsx";
import type { TreeFolder, TreeNode } from "../file-tree/tree-rows.ts";
import styles from "./group-tree.module.css";

interface GroupPaneProps {
  readonly account: string;
  /** Full path of the group that is shown. */
  readonly current?: string;
  readonly children: ReactNode;
}

/** The tree of groups beside a page; a narrow window shows the page only. */
export function GroupPane({ account, current = "", children }: GroupPaneProps) {
  const isNarrow = useMedia("(max-width: 720px)");
  return (
    <SplitPane
      label="Groups"
      defaultSize={240}
      collapsed={isNarrow}
      first={<GroupTree account={account} current={current} />}
      second={children}
    />
  );
}

interface GroupTreeProps {
  readonly account: string;
  /** Full path of the group that the main part shows. */
  readonly current?: string;
}

/** Groups as a tree; a group's subgroups are read when it is opened. */
function GroupTree({ account, current = "" }: GroupTreeProps) {
  const open = useOpenGroups(account);
  const [active, setActive] = useState(current);
  // The tree follows every other navigation.
  const [shown, setShown] = useState(current);
  if (shown !== current) {
    setShown(current);
    setActive(current);
  }
  useEffect(() => openGroups(account, pathsAbove(current)), [account, current]);
  const folders = useGroupFolders(account, open);
  return (
    <nav className={styles.groups} aria-label="Groups">
      <div className={styles.head}>
        <h2 className={styles.title}>
          <AppLink href={hrefs.groups(account)} className={styles.all}>
            Groups
          </AppLink>
        </h2>
        <AppLink
          href={hrefs.groups(account, { create: "1" })}
          className={styles.add}
          aria-label="New group"
          title="New group"
        >
          <Icon of={Plus} size={14} />
        </AppLink>
      </div>
      {folders.get("")?.entries?.length === 0 ? (
        <p className={styles.none}>No groups</p>
      ) : (
        <div className={flow.fill}>
          <FileTree
            label="Group tree"
            empty="No subgroups"
            folders={folders}
            open={open}
            active={active}
            path={current}
            onOpen={(next) => setOpenGroups(account, next)}
            onActive={setActive}
            hrefOf={({ path }) => hrefs.group(account, path)}
            urlOf={() => null}
            iconOf={({ name }) => <Avatar name={name} size={18} square />}
            markOf={({ group }) =>
              group.marked_for_deletion_on ? <Badge tone="warning">Deleting</Badge> : null
            }
          />
        </div>
      )}
    </nav>
  );
}

/** Paths of the groups above one, outermost first. */
const pathsAbove = (path: string): string[] =>
  path
    .split("/")
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join("/"));

/** A group as an entry of the tree. */
interface GroupNode extends TreeNode {
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
function useGroupFolders(
  account: string,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, TreeFolder<GroupNode>> {
  const top = useOperationAll(listGroups, { per_page: 100 });
  const open = [...paths];
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

const none: ReadonlySet<string> = new Set();

const useOpenByAccount = create<Readonly<Record<string, ReadonlySet<string>>>>(() => ({}));

/** Returns the full paths of the groups that are open in the tree of an account; all views show the same tree. */
const useOpenGroups = (account: string): ReadonlySet<string> =>
  useOpenByAccount((state) => state[account] ?? none);

const setOpenGroups = (account: string, open: ReadonlySet<string>): void =>
  useOpenByAccount.setState({ [account]: open });

/** Opens further groups of an account's tree. */
function openGroups(account: string, paths: readonly string[]): void {
  const open = useOpenByAccount.getState()[account] ?? none;
  if (paths.some((path) => !open.has(path))) setOpenGroups(account, new Set([...open, ...paths]));
}
