import { Folders } from "lucide-react";
import type { ReactNode } from "react";
import type { Group } from "../../../shared/api/resources/groups.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import type { OperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { Visibility } from "../../features/project-list/visibility.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import styles from "./groups.module.css";

interface GroupListProps {
  readonly account: string;
  readonly list: OperationPages<Group[]>;
  readonly label: string;
  readonly empty: { readonly title: string; readonly description: string; readonly actions?: ReactNode };
}

/** A list of groups in each of its states. */
export function GroupList({ account, list, label, empty }: GroupListProps) {
  const go = useGo();
  if (list.isPending) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={8} height={36} label="Loading groups" />
      </div>
    );
  }
  if (list.error && list.items.length === 0) {
    return <ErrorState {...describeProblem(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.items.length === 0) return <EmptyState icon={Folders} {...empty} />;
  return (
    <VirtualList
      label={label}
      role="list"
      className={styles.list ?? ""}
      items={list.items}
      total={list.total}
      itemKey={({ id }) => id}
      rowHeight={60}
      renderItem={(group) => <GroupRow account={account} group={group} />}
      onOpen={(group) => go(hrefs.group(account, group.full_path))}
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
      }}
    />
  );
}

function GroupRow({ account, group }: { readonly account: string; readonly group: Group }) {
  const above = group.full_name.split(" / ").slice(0, -1).join(" / ");
  return (
    <div className={styles.row}>
      <Avatar name={group.name} size={32} square />
      <div className={styles.rowText}>
        <div className={styles.rowTitle}>
          <AppLink href={hrefs.group(account, group.full_path)} className={styles.name}>
            {above ? <span className={styles.above}>{above} / </span> : null}
            {group.name}
          </AppLink>
          <Visibility value={group.visibility} />
          {group.marked_for_deletion_on ? <Badge tone="warning">Deleting</Badge> : null}
        </div>
        <div className={styles.description}>{group.description || group.full_path}</div>
      </div>
    </div>
  );
}
