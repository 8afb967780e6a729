import { accessLevels } from "../../store/access-levels.ts";
import { hasCustomAttributes } from "../../store/custom-attributes.ts";
import type { Group } from "../../store/groups/groups.ts";
import { isMemberBelow } from "../../store/groups/members.ts";
import { matchesWords } from "../../store/search-words.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { maySeeGroup, memberLevel } from "../access/access-level.ts";

/** Filters that the lists of groups share (Groups › List). */
export interface GroupFilters {
  readonly skip_groups?: readonly number[] | undefined;
  readonly all_available?: boolean | undefined;
  readonly search?: string | undefined;
  readonly order_by?: "name" | "path" | "id" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly owned?: boolean | undefined;
  readonly min_access_level?: number | undefined;
  readonly custom_attributes?: Readonly<Record<string, string>> | undefined;
}

/** Returns the groups that a caller may see and that pass the filters, in the requested order. */
export const filterGroups = (
  store: Store,
  user: User | null,
  filters: GroupFilters,
  all: readonly Group[],
): Group[] =>
  all
    .filter((group) => passes(group, filters) && isListed(store, user, filters, group))
    .filter(
      ({ id }) =>
        !(user?.isAdmin && filters.custom_attributes) ||
        hasCustomAttributes(store, { kind: "group", id }, filters.custom_attributes),
    )
    .toSorted(order(filters));

function passes(group: Group, { skip_groups, search }: GroupFilters): boolean {
  if (skip_groups?.includes(group.id)) return false;
  return !search || matchesWords(search, [group.name, group.path]);
}

/** `owned` and `min_access_level` take precedence over `all_available`, which only administrators have by default. */
function isListed(store: Store, user: User | null, filters: GroupFilters, group: Group): boolean {
  const { owned, min_access_level: least, all_available: all = user?.isAdmin ?? true } = filters;
  if (owned || least) {
    const level = user ? memberLevel(store, user.id, group) : 0;
    return level >= Math.max(owned ? accessLevels.owner : 0, least ?? 0);
  }
  if (all || !user) return maySeeGroup(store, user, group);
  return memberLevel(store, user.id, group) > 0 || isMemberBelow(store, group, user.id);
}

function order({ order_by: key = "name", sort }: GroupFilters): (a: Group, b: Group) => number {
  const sign = sort === "desc" ? -1 : 1;
  return (a, b) => {
    const byText = key === "id" ? 0 : a[key].toLowerCase().localeCompare(b[key].toLowerCase());
    return sign * (byText || a.id - b.id);
  };
}
