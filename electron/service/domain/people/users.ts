import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { z } from "zod";
import type { createUser, updateUser } from "../../../../shared/api/resources/users.ts";
import { httpError } from "../../http/http-error.ts";
import { setProjectPath } from "../../store/groups/group-tree.ts";
import { findGroupByPath } from "../../store/groups/groups.ts";
import type { Store } from "../../store/store.ts";
import { findIdentityOwner, type Identity, setIdentity } from "../../store/users/identities.ts";
import { setAvatar } from "../../store/users/user-avatars.ts";
import { listProjectsOfUser } from "../../store/users/user-projects.ts";
import {
  findUser,
  findUserByEmail,
  findUserByName,
  insertUser,
  type User,
  type UserChanges,
  updateUserRow,
} from "../../store/users/users.ts";
import { emitSystemEvent } from "../system-hooks/system-events.ts";
import { readAvatar } from "./avatar.ts";
import { checkUserFields } from "./check-user.ts";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

type NewUserInput = z.output<typeof createUser.input>;
type UserInput = Omit<z.output<typeof updateUser.input>, "id">;

/** Adds a user. Throws 400 for what is wrong, 409 for a name or address that is taken. */
export async function addUser(store: Store, input: NewUserInput): Promise<User> {
  const password = input.reset_password ? undefined : input.password;
  const changes = await readChanges(store, { ...input, password }, null, 409);
  return store.transaction(() => {
    checkUnique(store, input, null, 409);
    const { id } = insertUser(store, input);
    write(store, id, {
      ...changes,
      row: { ...changes.row, confirmedAt: input.skip_confirmation ? new Date().toISOString() : null },
    });
    const added = stored(store, id);
    emitSystemEvent(store, { name: "user_create", user: added });
    return added;
  });
}

/**
 * Changes a user. Throws 400 for what is wrong, and 404 for a name or address that is taken, as documented
 * (Errors), unlike real services with their 409.
 */
export async function changeUser(store: Store, user: User, input: UserInput): Promise<User> {
  if (user.isGhost) throw httpError(403, "403 Forbidden");
  const changes = await readChanges(store, input, user, 404);
  const confirmedAt =
    input.email === undefined || input.email === user.email
      ? undefined
      : input.skip_reconfirmation
        ? new Date().toISOString()
        : null;
  return store.transaction(() => {
    checkUnique(store, input, user.id, 404);
    write(store, user.id, { ...changes, row: { ...changes.row, confirmedAt } });
    moveProjectsOfUser(store, user.id);
    const changed = stored(store, user.id);
    if (changed.username !== user.username) {
      emitSystemEvent(store, { name: "user_rename", user: changed, oldUsername: user.username });
    }
    return changed;
  });
}

interface Changes {
  readonly row: UserChanges;
  readonly identity: Identity | null;
  readonly avatar: Awaited<ReturnType<typeof readAvatar>> | null;
}

/** Returns the fields of a user to write; `conflict` is the status for a name or address that another user has. */
async function readChanges(
  store: Store,
  input: UserInput,
  user: User | null,
  conflict: number,
): Promise<Changes> {
  checkUserFields(input);
  checkUnique(store, input, user?.id ?? null, conflict);
  const avatar = input.avatar ? await readAvatar(input.avatar) : null;
  const external = input.external ?? user?.external ?? false;
  const row = {
    ...rowOf(input),
    // External users own nothing, as on real services.
    ...(external ? { canCreateGroup: false, projectsLimit: 0 } : {}),
    ...(input.password === undefined
      ? {}
      : { passwordDigest: await hashPassword(input.password), passwordExpired: true }),
  };
  return { row, identity: identityOf(input), avatar };
}

const rowOf = (input: UserInput): UserChanges => ({
  username: input.username,
  name: input.name?.trim(),
  email: input.email,
  isAdmin: input.admin,
  bio: input.bio,
  location: input.location,
  organization: input.organization,
  websiteUrl: input.website_url,
  publicEmail: input.public_email,
  skype: input.skype,
  linkedin: input.linkedin,
  twitter: input.twitter,
  projectsLimit: input.projects_limit,
  canCreateGroup: input.can_create_group,
  external: input.external,
  privateProfile: input.private_profile,
});

/**
 * Throws where another user has the name, address or identity. Called before passwords are hashed and images read, which
 * takes a while, and again in the transaction that writes: another request may have written meanwhile.
 */
function checkUnique(store: Store, input: UserInput, ownId: number | null, status: number): void {
  const { email, username } = input;
  const isOthers = (user: User | null) => user !== null && user.id !== ownId;
  if (email !== undefined && isOthers(findUserByEmail(store, email))) {
    throw httpError(status, "Email has already been taken");
  }
  const isTaken = (name: string) =>
    isOthers(findUserByName(store, name)) || findGroupByPath(store, name) !== null;
  if (username !== undefined && isTaken(username)) {
    throw httpError(status, "Username has already been taken");
  }
  const identity = identityOf(input);
  const owner = identity && findIdentityOwner(store, identity);
  if (owner !== null && owner !== ownId) throw httpError(status, "Extern uid has already been taken");
}

const identityOf = ({ provider, extern_uid }: UserInput): Identity | null =>
  provider === undefined || extern_uid === undefined ? null : { provider, extern_uid };

function write(store: Store, id: number, { row, identity, avatar }: Changes): void {
  updateUserRow(store, id, row);
  if (identity) setIdentity(store, id, identity);
  if (avatar) setAvatar(store, id, avatar.name, avatar.bytes);
}

function stored(store: Store, id: number): User {
  const user = findUser(store, id);
  if (!user) throw new Error("the user was not stored");
  return user;
}

/** Returns the stored form of a password: `scrypt`, salt and derived key (Base64), separated by `$`. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize("NFC"), salt, keyBytes);
  return ["scrypt", salt.toString("base64"), key.toString("base64")].join("$");
}

/** Moves the projects of a user to the path of its present name; former paths are redirected. */
function moveProjectsOfUser(store: Store, userId: number): void {
  const user = findUser(store, userId);
  if (!user) return;
  for (const project of listProjectsOfUser(store, userId)) {
    setProjectPath(store, project, `${user.username}/${project.path}`);
  }
}
