import { type Group, listGroups } from "../../../shared/api/resources/groups.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useAccount } from "../../state/host-state.ts";

/** Returns whether the account's user owns a group, as administrators own all; null while that is not known. */
export function useOwnsGroup(account: string, group: Group): boolean | null {
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const owned = useOperationAll(
    listGroups,
    isAdmin ? null : { owned: true, search: group.path, per_page: 100 },
    { staleTime: 60_000 },
  );
  if (isAdmin) return true;
  return owned.data ? owned.data.some(({ id }) => id === group.id) : null;
}
