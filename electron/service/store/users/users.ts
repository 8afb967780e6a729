import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { type Project, toProjects } from "../projects/projects.ts";
import { flag, int, parseCell, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const userRow = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    state: z.string(),
    is_admin: flag,
    bio: textOrNull,
    location: textOrNull,
    organization: textOrNull,
    website_url: textOrNull,
    public_email: z.string(),
    skype: z.string(),
    linkedin: z.string(),
    twitter: z.string(),
    projects_limit: z.int(),
    can_create_group: flag,
    external: flag,
    private_profile: flag,
    two_factor_enabled: flag,
    is_ghost: flag,
    avatar: textOrNull,
    confirmed_at: textOrNull,
    last_activity_on: textOrNull,
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    /** `active`, `blocked` or `deactivated`. */
    state: row.state,
    isAdmin: row.is_admin,
    bio: row.bio,
    location: row.location,
    organization: row.organization,
    websiteUrl: row.website_url,
    publicEmail: row.public_email,
    skype: row.skype,
    linkedin: row.linkedin,
    twitter: row.twitter,
    projectsLimit: row.projects_limit,
    canCreateGroup: row.can_create_group,
    /** Sees only projects and groups that it is a member of, and public ones. */
    external: row.external,
    privateProfile: row.private_profile,
    twoFactorEnabled: row.two_factor_enabled,
    /** The user that contributions of deleted users belong to. */
    isGhost: row.is_ghost,
    /** File name of the avatar, null for none; see `users.ts`. */
    avatar: row.avatar,
    /** ISO 8601, as are all times. */
    confirmedAt: row.confirmed_at,
    /** ISO date. */
    lastActivityOn: row.last_activity_on,
    createdAt: row.created_at,
  }));

/** A row of the users table, without the password. */
export type User = Readonly<z.output<typeof userRow>>;

interface NewUser {
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

/** Adds a confirmed user who has no password yet. */
export function insertUser(store: Store, user: NewUser): User {
  const createdAt = user.createdAt ?? timeNow(store);
  const id = store.run(
    `INSERT INTO users (username, name, email, is_admin, bio, location, organization, website_url, created_at,
       updated_at, confirmed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    user.username,
    user.name,
    user.email,
    user.isAdmin ? 1 : 0,
    user.bio ?? null,
    user.location ?? null,
    user.organization ?? null,
    user.websiteUrl ?? null,
    createdAt,
    createdAt,
    createdAt,
  );
  const inserted = findUser(store, id);
  if (!inserted) throw new Error("the user was not inserted");
  return inserted;
}

/** A row as a user. */
export const toUser = (row: unknown): User => userRow.parse(row);

const one = (row: unknown): User | null => (row ? toUser(row) : null);

export const findUser = (store: Store, id: number): User | null =>
  one(store.get("SELECT * FROM users WHERE id = ?", id));

/** Returns the user of a name, whatever its case. */
export const findUserByName = (store: Store, username: string): User | null =>
  one(store.get("SELECT * FROM users WHERE username = ?", username));

/** Returns the user of a primary email address, whatever its case. */
export const findUserByEmail = (store: Store, email: string): User | null =>
  one(store.get("SELECT * FROM users WHERE email = ?", email));

/** The user that contributions of deleted users belong to, null before the first deletion. */
export const findGhost = (store: Store): User | null =>
  one(store.get("SELECT * FROM users WHERE is_ghost = 1"));

/** Columns that can be set one by one. */
const columns = {
  username: "username",
  name: "name",
  email: "email",
  isAdmin: "is_admin",
  bio: "bio",
  location: "location",
  organization: "organization",
  websiteUrl: "website_url",
  publicEmail: "public_email",
  skype: "skype",
  linkedin: "linkedin",
  twitter: "twitter",
  projectsLimit: "projects_limit",
  canCreateGroup: "can_create_group",
  external: "external",
  privateProfile: "private_profile",
  isGhost: "is_ghost",
  avatar: "avatar",
  confirmedAt: "confirmed_at",
  passwordDigest: "password_digest",
  passwordExpired: "password_expired",
} as const;

/** Changes of a user; undefined fields stay. */
export type UserChanges = Optional<Record<keyof typeof columns, string | number | boolean | null>>;

/** Changes columns of a user. Does not move the user's projects: see `domain/people/users.ts`. */
export function updateUserRow(store: Store, userId: number, changes: UserChanges): void {
  const set = Object.entries(columns).flatMap(([field, column]) => {
    const value = changes[field as keyof typeof columns];
    if (value === undefined) return [];
    return [{ column, value: typeof value === "boolean" ? Number(value) : value }];
  });
  if (set.length === 0) return;
  store.run(
    `UPDATE users SET ${set.map(({ column }) => `${column} = ?`).join(", ")}, updated_at = ? WHERE id = ?`,
    ...set.map(({ value }) => value),
    timeNow(store),
    userId,
  );
}

/** Records that a user was active on a day, once a day. */
export function recordActivity(store: Store, user: User, day: string): void {
  if (user.lastActivityOn === day) return;
  store.run("UPDATE users SET last_activity_on = ? WHERE id = ?", day, user.id);
}

/** Deletes a user with what belongs to it alone: keys, tokens, memberships, settings. */
export function deleteUserRow(store: Store, userId: number): void {
  store.run("DELETE FROM users WHERE id = ?", userId);
}

/** Projects in the namespace of a user. */
export const listProjectsOfUser = (store: Store, userId: number): Project[] =>
  toProjects(store, store.all("SELECT * FROM projects WHERE user_id = ? ORDER BY id", userId));

/** Stores the picture of a user instead of the previous one; `name` becomes part of its address. */
export function setAvatar(store: Store, userId: number, name: string, bytes: Uint8Array): void {
  store.run(
    "INSERT INTO user_avatars (user_id, bytes) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET bytes = excluded.bytes",
    userId,
    bytes,
  );
  updateUserRow(store, userId, { avatar: name });
}

/** The bytes of a user's picture under its present name, null where there is none. */
export function findAvatar(store: Store, userId: number, name: string): Uint8Array<ArrayBuffer> | null {
  const row = store.get(
    "SELECT bytes FROM user_avatars JOIN users ON users.id = user_id WHERE user_id = ? AND avatar = ?",
    userId,
    name,
  );
  const bytes = parseCell("bytes", z.instanceof(Uint8Array), row);
  return bytes && new Uint8Array(bytes);
}

const identity = z.object({ provider: z.string(), extern_uid: z.string() });

/** A user's name at a provider of sign-in, such as an LDAP server. */
export type Identity = Readonly<z.output<typeof identity>>;

export const listIdentities = (store: Store, userId: number): Identity[] =>
  store
    .all("SELECT provider, extern_uid FROM identities WHERE user_id = ? ORDER BY provider", userId)
    .map((row) => identity.parse(row));

/** The id of the user who has an identity, null for nobody. */
export function findIdentityOwner(store: Store, { provider, extern_uid }: Identity): number | null {
  const row = store.get(
    "SELECT user_id FROM identities WHERE provider = ? AND extern_uid = ?",
    provider,
    extern_uid,
  );
  return parseCell("user_id", int, row);
}

/** Sets the one identity that a user has at a provider. */
export function setIdentity(store: Store, userId: number, { provider, extern_uid }: Identity): void {
  store.run(
    `INSERT INTO identities (user_id, provider, extern_uid) VALUES (?, ?, ?)
     ON CONFLICT (user_id, provider) DO UPDATE SET extern_uid = excluded.extern_uid`,
    userId,
    provider,
    extern_uid,
  );
}

const statusRow = z
  .object({ emoji: z.string(), message: z.string(), clear_at: textOrNull })
  .transform(({ clear_at: clearAt, ...row }) => ({ ...row, clearAt }));

/** Status of a user; `clearAt` (ISO 8601) is when it ends. */
export type UserStatus = Readonly<z.output<typeof statusRow>>;

/** The status of a user, null where there is none or where it has ended. */
export function findUserStatus(store: Store, userId: number): UserStatus | null {
  const row = store.get(
    `SELECT coalesce(emoji, '') AS emoji, coalesce(message, '') AS message, clear_at FROM user_statuses
     WHERE user_id = ? AND (clear_at IS NULL OR clear_at > ?)`,
    userId,
    timeNow(store),
  );
  return row ? statusRow.parse(row) : null;
}

/** Sets a user's status; null clears it. */
export function setUserStatusRow(store: Store, userId: number, status: UserStatus | null): void {
  store.run("DELETE FROM user_statuses WHERE user_id = ?", userId);
  if (!status) return;
  store.run(
    "INSERT INTO user_statuses (user_id, emoji, message, clear_at) VALUES (?, ?, ?, ?)",
    userId,
    status.emoji,
    status.message,
    status.clearAt,
  );
}
