import type { ServiceStore } from "../../service-store.ts";
import type { Group } from "../../store/groups/groups.ts";
import { isMemberBelow } from "../../store/groups/members.ts";
import { listUserRows } from "../../store/users/user-list.ts";
import type { User } from "../../store/users/users.ts";
import { memberLevel } from "../access/access-level.ts";

/** Users that are searched for members. */
const maxUsers = 10_000;

/** Returns the users whose names match who are members of a group, or of a group or project below it, by name. */
export function findGroupMembers(store: ServiceStore, group: Group, search: string): User[] {
  const page = { orderBy: "name", sort: "asc", limit: maxUsers, offset: 0 } as const;
  return listUserRows(store, { ...page, search }).users.filter(
    (user) => memberLevel(store, user.id, group) > 0 || isMemberBelow(store, group, user.id),
  );
}
