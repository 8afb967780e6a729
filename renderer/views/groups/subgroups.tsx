import { type Group, listSubgroups } from "../../../shared/api/resources/groups.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { GroupList } from "./group-list.tsx";

/** The groups right below a group. */
export function Subgroups({ account, group }: { readonly account: string; readonly group: Group }) {
  const list = useOperationPages(listSubgroups, { id: group.full_path, all_available: true, per_page: 50 });
  return (
    <GroupList
      account={account}
      list={list}
      label="Subgroups"
      empty={{
        title: "No subgroups",
        description: "Owners of the group can create subgroups to divide its projects.",
      }}
    />
  );
}
