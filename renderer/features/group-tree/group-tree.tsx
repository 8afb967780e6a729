import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { openGroups, setOpenGroups, useOpenGroups } from "../../state/open-groups.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { FileTree } from "../file-tree/file-tree.tsx";
import styles from "./group-tree.module.css";
import { useGroupFolders } from "./use-group-folders.ts";

interface GroupTreeProps {
  readonly account: string;
  /** Full path of the group that the main part shows. */
  readonly current?: string;
}

/** Groups as a tree; a group's subgroups are read when it is opened. */
export function GroupTree({ account, current = "" }: GroupTreeProps) {
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
            {...{ folders, open, active }}
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
