import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { listUsers as operation } from "../../../../shared/api/resources/users.ts";
import type { ServiceStore } from "../../service-store.ts";
import { highestAccess } from "../../store/groups/members.ts";
import { listUserRows } from "../../store/users/user-list.ts";
import { listIdentities, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import type { PageRequest } from "../paged.ts";

/** A user with the fields that only administrators and the user see. */
export interface UserDetails {
  readonly user: User;
  readonly identities: ReturnType<typeof listIdentities>;
  /** The highest access level in any group or project; 0 for none. */
  readonly highestRole: number;
}

/** Returns a user with all details. */
export const describeUser = (store: ServiceStore, user: User): UserDetails => ({
  user,
  identities: listIdentities(store, user.id),
  highestRole: highestAccess(store, user.id),
});

/** Returns whether the caller sees all details of a user: administrators, and everybody their own. */
export const seesDetails = ({ user: caller }: Caller, user: User): boolean =>
  caller !== null && (caller.isAdmin || caller.id === user.id);

/** Returns whether the caller sees all details of the users of a list: administrators. */
export const seesDetailsOfAll = ({ user: caller }: Caller): boolean => caller?.isAdmin ?? false;

/** Returns the requested page of the users that match, and their number. Some filters and the order are for administrators. */
export function findUsers(
  { store, user: caller }: Caller,
  query: InputOf<typeof operation>,
  { number, perPage }: PageRequest,
): { users: User[]; total: number } {
  const isAdmin = caller?.isAdmin ?? false;
  const { extern_uid: externUid, provider } = query;
  return listUserRows(store, {
    search: query.search,
    username: query.username,
    state: query.blocked ? "blocked" : query.active ? "active" : undefined,
    external: query.external,
    createdBefore: query.created_before,
    createdAfter: query.created_after,
    identity: externUid !== undefined && provider !== undefined ? { provider, externUid } : undefined,
    searchEmail: isAdmin,
    customAttributes: isAdmin ? query.custom_attributes : undefined,
    twoFactor: isAdmin && query.two_factor !== undefined ? query.two_factor === "enabled" : undefined,
    orderBy: isAdmin ? (query.order_by ?? "id") : "id",
    sort: isAdmin ? (query.sort ?? "desc") : "desc",
    limit: perPage,
    offset: (number - 1) * perPage,
  });
}
