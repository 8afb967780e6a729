import { Folders } from "lucide-react";
import type { Group } from "../../../shared/api/resources/groups.ts";
import type { OperationPages } from "../../api/use-operation.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { NamespaceRow } from "../../features/project-list/project-list.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { EmptyState, type EmptyStateProps } from "../../ui/states/empty-state.tsx";

/** Pixels of a row. */
const rowHeight = 60;

interface GroupListProps {
  readonly account: string;
  readonly list: OperationPages<Group[]>;
  readonly label: string;
  /** Search, filter and order of the list, where it has some. */
  readonly scope?: string;
  /** Shown instead of an empty list. */
  readonly empty: Omit<EmptyStateProps, "icon">;
}

/** A list of groups in each of its states. */
export function GroupList({ account, list, label, scope = "", empty }: GroupListProps) {
  const go = useGo();
  return (
    <PagedList
      label={label}
      mark={32}
      list={list}
      items={list.items}
      scope={scope}
      empty={<EmptyState icon={Folders} {...empty} />}
      rowHeight={rowHeight}
      itemKey={({ id }) => id}
      renderItem={(group) => (
        <NamespaceRow
          name={group.name}
          href={hrefs.group(account, group.full_path)}
          namespace={group.full_name.split(" / ").slice(0, -1).join(" / ")}
          visibility={group.visibility}
          description={group.description || group.full_path}
          badges={group.marked_for_deletion_on ? <Badge tone="warning">Deleting</Badge> : null}
        />
      )}
      onOpen={(group) => go(hrefs.group(account, group.full_path))}
    />
  );
}

/** Orders of a list of groups. */
export const groupOrders = [
  { value: "name", label: "Name" },
  { value: "path", label: "Path" },
  { value: "id", label: "Newest" },
] as const;
export type GroupOrder = (typeof groupOrders)[number]["value"];

/** Parameters of an order: the newest have the highest ids. */
export const groupOrder = (order: GroupOrder) =>
  ({ order_by: order, sort: order === "id" ? "desc" : "asc" }) as const;
