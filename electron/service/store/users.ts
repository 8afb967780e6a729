import type { Row, Store } from "./store.ts";

/** A row of the users table. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly state: string;
  readonly isAdmin: boolean;
  readonly bio: string | null;
  readonly location: string | null;
  readonly organization: string | null;
  readonly websiteUrl: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin?: boolean;
  readonly bio?: string;
  readonly location?: string;
  readonly organization?: string;
  readonly websiteUrl?: string;
  readonly createdAt?: string;
}

export function insertUser(store: Store, user: NewUser): User {
  const id = store.run(
    `INSERT INTO users (username, name, email, is_admin, bio, location, organization, website_url, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    user.username,
    user.name,
    user.email,
    user.isAdmin ? 1 : 0,
    user.bio ?? null,
    user.location ?? null,
    user.organization ?? null,
    user.websiteUrl ?? null,
    user.createdAt ?? new Date().toISOString(),
  );
  const inserted = findUser(store, id);
  if (!inserted) throw new Error("the user was not kept");
  return inserted;
}

const toUser = (row: Row): User => ({
  id: Number(row.id),
  username: String(row.username),
  name: String(row.name),
  email: String(row.email),
  state: String(row.state),
  isAdmin: row.is_admin === 1,
  bio: text(row.bio),
  location: text(row.location),
  organization: text(row.organization),
  websiteUrl: text(row.website_url),
  createdAt: String(row.created_at),
});

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const one = (row: Row | undefined): User | null => (row ? toUser(row) : null);

export const findUser = (store: Store, id: number): User | null =>
  one(store.get("SELECT * FROM users WHERE id = ?", id));

/** By user name, whatever its case. */
export const findUserByName = (store: Store, username: string): User | null =>
  one(store.get("SELECT * FROM users WHERE username = ?", username));

export interface UserFilters {
  readonly search?: string | undefined;
  readonly username?: string | undefined;
  readonly state?: "active" | "blocked" | undefined;
  readonly createdBefore?: string | undefined;
  readonly createdAfter?: string | undefined;
  readonly orderBy: "id" | "name" | "username" | "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** A page of users and how many there are. */
export function listUsers(store: Store, filters: UserFilters): { users: User[]; total: number } {
  const where = `WHERE (:search IS NULL OR instr(lower(name), :search) > 0
      OR instr(lower(username), :search) > 0 OR lower(email) = :search)
    AND (:username IS NULL OR username = :username)
    AND (:state IS NULL OR state = :state)
    AND (:before IS NULL OR created_at <= :before)
    AND (:after IS NULL OR created_at >= :after)`;
  const values = {
    search: filters.search?.toLowerCase() ?? null,
    username: filters.username ?? null,
    state: filters.state ?? null,
    before: filters.createdBefore ?? null,
    after: filters.createdAfter ?? null,
  };
  const column = filters.orderBy === "updated_at" ? "created_at" : filters.orderBy;
  const rows = store.database
    .prepare(
      `SELECT * FROM users ${where} ORDER BY ${column} ${filters.sort}, id ${filters.sort} LIMIT :limit OFFSET :offset`,
    )
    .all({ ...values, limit: filters.limit, offset: filters.offset });
  const count = store.database.prepare(`SELECT count(*) AS total FROM users ${where}`).get(values);
  return { users: rows.map(toUser), total: Number(count?.total ?? 0) };
}

export interface UserStatus {
  readonly emoji: string | null;
  readonly message: string | null;
}

export function findUserStatus(store: Store, userId: number): UserStatus {
  const row = store.get("SELECT emoji, message FROM user_statuses WHERE user_id = ?", userId);
  return { emoji: text(row?.emoji), message: text(row?.message) };
}
