import { highestAccess } from "../../store/groups/members.ts";
import type { Store } from "../../store/store.ts";
import { listIdentities } from "../../store/users/identities.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";

/** A user with the fields that only administrators and the user see. */
export interface UserDetails {
  readonly user: User;
  readonly identities: ReturnType<typeof listIdentities>;
  /** The highest access level in any group or project; 0 for none. */
  readonly highestRole: number;
}

/** Returns a user with all details. */
export const describeUser = (store: Store, user: User): UserDetails => ({
  user,
  identities: listIdentities(store, user.id),
  highestRole: highestAccess(store, user.id),
});

/** Returns whether the caller sees all details of a user: administrators, and everybody their own. */
export const seesDetails = ({ user: caller }: Caller, user: User): boolean =>
  caller !== null && (caller.isAdmin || caller.id === user.id);

/** Returns whether the caller sees all details of the users of a list: administrators. */
export const seesDetailsOfAll = ({ user: caller }: Caller): boolean => caller?.isAdmin ?? false;
