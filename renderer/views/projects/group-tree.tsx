import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { type Group, listGroups, listSubgroups } from "../../../shared/api/groups.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./projects.module.css";

/** Groups as a tree; a group's children are fetched when it is opened. */
export function GroupTree({ account, current }: { readonly account: string; readonly current?: string }) {
  const groups = useOperationAll(listGroups, { per_page: 100 });
  return (
    <nav className={styles.groups} aria-label="Groups">
      <h2 className={styles.groupsTitle}>Groups</h2>
      {groups.isPending ? <Skeleton lines={5} label="Loading groups" /> : null}
      {groups.error ? (
        <ErrorState compact {...describeProblem(groups.error)} onRetry={() => void groups.refetch()} />
      ) : null}
      {groups.data?.length === 0 ? <p className={styles.muted}>No groups</p> : null}
      <Branches
        account={account}
        current={current}
        groups={(groups.data ?? []).filter(({ parent_id }) => parent_id === null)}
      />
    </nav>
  );
}

interface BranchesProps {
  readonly account: string;
  readonly current: string | undefined;
  readonly groups: readonly Group[];
}

function Branches({ account, current, groups }: BranchesProps) {
  if (groups.length === 0) return null;
  return (
    <ul className={styles.branches}>
      {groups.map((group) => (
        <Branch key={group.id} account={account} current={current} group={group} />
      ))}
    </ul>
  );
}

function Branch({ account, current, group }: Omit<BranchesProps, "groups"> & { readonly group: Group }) {
  const [open, setOpen] = useState(current?.startsWith(`${group.full_path}/`) ?? false);
  const children = useOperationAll(listSubgroups, open ? { id: group.id, per_page: 100 } : null);
  return (
    <li>
      <div className={styles.group}>
        <IconButton
          label={`Subgroups of ${group.name}`}
          icon={open ? ChevronDown : ChevronRight}
          size="s"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <Link
          to="/a/$account/groups/$group"
          params={{ account, group: group.full_path }}
          className={styles.groupLink}
          aria-current={current === group.full_path ? "page" : undefined}
        >
          <Avatar name={group.name} size={18} square />
          <span>{group.name}</span>
        </Link>
      </div>
      {open && children.data?.length === 0 ? <p className={styles.muted}>No subgroups</p> : null}
      {open && children.error ? (
        <p className={styles.muted}>{describeProblem(children.error).message}</p>
      ) : null}
      {open ? <Branches account={account} current={current} groups={children.data ?? []} /> : null}
    </li>
  );
}
