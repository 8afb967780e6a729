import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type { createUser, updateUser } from "../../../../shared/api/resources/users.ts";
import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { setProjectPath } from "../../store/groups/group-tree.ts";
import { findGroupByPath } from "../../store/groups/groups.ts";
import {
  findIdentityOwner,
  findUser,
  findUserByEmail,
  findUserByName,
  type Identity,
  insertUser,
  listProjectsOfUser,
  setAvatar,
  setIdentity,
  type User,
  type UserChanges,
  updateUserRow,
} from "../../store/users/users.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { forbidden, invalidFields, Refusal } from "../refusal.ts";
import { readAvatar } from "./avatar.ts";
import { acceptInvitations } from "./change-members.ts";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

type NewUserInput = DecodedInput<typeof createUser>;
type UserInput = Omit<DecodedInput<typeof updateUser>, "id">;

/** Adds a user. Throws `invalidFields` for what is wrong, `taken` for a name or address that somebody else has. */
export async function addUser(store: ServiceStore, input: NewUserInput): Promise<User> {
  const { password: _, ...withoutPassword } = input;
  const changes = await readChanges(store, input.reset_password ? withoutPassword : input, null, "create");
  return store.transaction(() => {
    checkUnique(store, input, null, "create");
    const { id } = insertUser(store, input);
    write(store, id, {
      ...changes,
      row: { ...changes.row, confirmedAt: input.skip_confirmation ? timeNow(store) : null },
    });
    const added = stored(store, id);
    emitSystemEvent(store, { name: "user_create", user: added });
    acceptInvitations(store, added);
    return added;
  });
}

/**
 * Changes a user. Throws `invalidFields` for what is wrong, and `taken` for a name or address that somebody else has.
 */
export async function changeUser(store: ServiceStore, user: User, input: UserInput): Promise<User> {
  if (user.isGhost) throw forbidden();
  const changes = await readChanges(store, input, user, "update");
  const confirmedAt =
    input.email === undefined || input.email === user.email
      ? undefined
      : input.skip_reconfirmation
        ? timeNow(store)
        : null;
  return store.transaction(() => {
    checkUnique(store, input, user.id, "update");
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

/** Returns the fields of a user to write. */
async function readChanges(
  store: ServiceStore,
  input: UserInput,
  user: User | null,
  change: "create" | "update",
): Promise<Changes> {
  checkUserFields(input);
  checkUnique(store, input, user?.id ?? null, change);
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
function checkUnique(
  store: ServiceStore,
  input: UserInput,
  ownId: number | null,
  change: "create" | "update",
): void {
  const { email, username } = input;
  const isOthers = (user: User | null) => user !== null && user.id !== ownId;
  if (email !== undefined && isOthers(findUserByEmail(store, email))) {
    throw new Refusal("taken", { what: "Email", change });
  }
  const isTaken = (name: string) =>
    isOthers(findUserByName(store, name)) || findGroupByPath(store, name) !== null;
  if (username !== undefined && isTaken(username)) {
    throw new Refusal("taken", { what: "Username", change });
  }
  const identity = identityOf(input);
  const owner = identity && findIdentityOwner(store, identity);
  if (owner !== null && owner !== ownId) throw new Refusal("taken", { what: "Extern uid", change });
}

const identityOf = ({ provider, extern_uid }: UserInput): Identity | null =>
  provider === undefined || extern_uid === undefined ? null : { provider, extern_uid };

function write(store: ServiceStore, id: number, { row, identity, avatar }: Changes): void {
  updateUserRow(store, id, row);
  if (identity) setIdentity(store, id, identity);
  if (avatar) setAvatar(store, id, avatar.name, avatar.bytes);
}

function stored(store: ServiceStore, id: number): User {
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
function moveProjectsOfUser(store: ServiceStore, userId: number): void {
  const user = findUser(store, userId);
  if (!user) return;
  for (const project of listProjectsOfUser(store, userId)) {
    setProjectPath(store, project, `${user.username}/${project.path}`);
  }
}

/** Requested fields of a user, under the interface's names. */
interface UserFields {
  readonly email?: string;
  readonly username?: string;
  readonly name?: string;
  readonly password?: string;
  readonly public_email?: string;
  readonly website_url?: string;
  readonly projects_limit?: number;
  readonly bio?: string;
}

const maxLength = 255;
const passwordLength = { min: 8, max: 128 };
const email = /^[^@\s]+@[^@\s]+$/;
const username = /^(?!-)[A-Za-z0-9_.-]*[A-Za-z0-9_-]$/;
/** First segments of the service's own addresses. */
const reserved = new Set(["-", "admin", "api", "assets", "groups", "help", "projects", "uploads", "users"]);

const usernameRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

/** Invalid values of each field, with their messages. */
const rules: Readonly<Record<string, readonly (readonly [(text: string) => boolean, string])[]>> = {
  name: [[isBlank, "can't be blank"]],
  email: [
    [isBlank, "can't be blank"],
    [(text) => !email.test(text), "is invalid"],
  ],
  username: [
    [isBlank, "can't be blank"],
    [(text) => !username.test(text) || /\.(?:git|atom)$/i.test(text), usernameRule],
    [(text) => reserved.has(text.toLowerCase()), "is a reserved name"],
  ],
  password: [
    [
      (text) => text.length < passwordLength.min,
      `is too short (minimum is ${passwordLength.min} characters)`,
    ],
    [(text) => text.length > passwordLength.max, `is too long (maximum is ${passwordLength.max} characters)`],
  ],
  public_email: [[(text) => text !== "" && !email.test(text), "is invalid"]],
  website_url: [
    [(text) => /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) && !/^https?:\/\//i.test(text), "must be a valid URL"],
  ],
};

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Throws `invalidFields` with every rule that the fields break, by field. What is undefined is not checked. */
function checkUserFields(fields: UserFields): void {
  const problems: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== "string") continue;
    const broken = (rules[field] ?? []).filter(([isWrong]) => isWrong(value)).map(([, text]) => text);
    if (field !== "password" && value.length > maxLength) {
      broken.push(`is too long (maximum is ${maxLength} characters)`);
    }
    if (broken.length > 0) problems[field] = broken;
  }
  if (fields.projects_limit !== undefined && fields.projects_limit < 0) {
    problems.projects_limit = ["must be greater than or equal to 0"];
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** Username of the user that the local service's own tokens belong to. */
export const administratorName = "helve";

/** Adds the local administrator where it is missing. */
export function addAdministrator(store: ServiceStore): void {
  if (findUserByName(store, administratorName)) return;
  insertUser(store, {
    username: administratorName,
    name: "Local Administrator",
    email: "helve@localhost",
    isAdmin: true,
  });
}
