import type { SQLInputValue } from "node:sqlite";
import type { Optional } from "../../../../shared/optional.ts";
import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { toUser, type User } from "./users.ts";

/** Filters of a list of users, all of which a user has to match, with its order and page. */
interface UserFilters
  extends Optional<{
    /** Words that name or user name contain, or a whole email address. */
    search: string;
    username: string;
    state: "active" | "blocked";
    external: boolean;
    twoFactor: boolean;
    /** Values that each have to be set. */
    customAttributes: Readonly<Record<string, string>>;
    identity: { readonly provider: string; readonly externUid: string };
    createdBefore: string;
    createdAfter: string;
  }> {
  /** Whether the words may be part of an email address too. */
  readonly searchEmail?: boolean;
  readonly orderBy: "id" | "name" | "username" | "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** A page of users and how many there are. */
export function listUserRows(store: Store, filters: UserFilters): { users: User[]; total: number } {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...more: SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (filters.search !== undefined) {
    const fields = filters.searchEmail ? "name, username, email" : "name, username";
    add(`(matches_words(?, ${fields}) OR email = ? COLLATE NOCASE)`, filters.search, filters.search.trim());
  }
  if (filters.username !== undefined) add("username = ?", filters.username);
  if (filters.state !== undefined) add("state = ?", filters.state);
  if (filters.state === "active") add("is_ghost = 0");
  if (filters.external !== undefined) add("external = ?", Number(filters.external));
  if (filters.twoFactor !== undefined) add("two_factor_enabled = ?", Number(filters.twoFactor));
  if (filters.createdBefore !== undefined)
    add("julianday(created_at) <= julianday(?)", filters.createdBefore);
  if (filters.createdAfter !== undefined) add("julianday(created_at) >= julianday(?)", filters.createdAfter);
  if (filters.identity) {
    const { provider, externUid } = filters.identity;
    add("id IN (SELECT user_id FROM identities WHERE provider = ? AND extern_uid = ?)", provider, externUid);
  }
  for (const [key, value] of Object.entries(filters.customAttributes ?? {})) {
    add("id IN (SELECT user_id FROM custom_attributes WHERE key = ? AND value = ?)", key, value);
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const rows = store.all(
    `SELECT * FROM users ${where} ORDER BY ${orders[filters.orderBy]} ${filters.sort}, id ${filters.sort} LIMIT ? OFFSET ?`,
    ...values,
    filters.limit,
    filters.offset,
  );
  const count = store.get(`SELECT count(*) AS total FROM users ${where}`, ...values);
  return { users: rows.map(toUser), total: parseCount("total", count) };
}

const orders: Readonly<Record<UserFilters["orderBy"], string>> = {
  id: "id",
  name: "name COLLATE NOCASE",
  username: "username",
  created_at: "created_at",
  updated_at: "updated_at",
};
