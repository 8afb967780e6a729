import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { listUsers as operation } from "../../../../shared/api/resources/users.ts";
import type { PageRequest } from "../../http/paging.ts";
import { listUsers } from "../../store/users/user-list.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";

/** Returns the requested page of the users that match, and their number. Some filters and the order are for administrators. */
export function findUsers(
  { store, user: caller }: Caller,
  query: InputOf<typeof operation>,
  { number, perPage }: PageRequest,
): { users: User[]; total: number } {
  const isAdmin = caller?.isAdmin ?? false;
  const { extern_uid: externUid, provider } = query;
  return listUsers(store, {
    search: query.search,
    username: query.username,
    state: query.blocked ? "blocked" : query.active ? "active" : undefined,
    external: query.external,
    createdBefore: query.created_before,
    createdAfter: query.created_after,
    ...(externUid !== undefined && provider !== undefined ? { identity: { provider, externUid } } : {}),
    ...(isAdmin
      ? {
          searchEmail: true,
          customAttributes: query.custom_attributes,
          twoFactor: query.two_factor === undefined ? undefined : query.two_factor === "enabled",
        }
      : {}),
    orderBy: isAdmin ? (query.order_by ?? "id") : "id",
    sort: isAdmin ? (query.sort ?? "desc") : "desc",
    limit: perPage,
    offset: (number - 1) * perPage,
  });
}
