import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { capitalize } from "../../../../shared/text/capitalize.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  deleteMembership,
  listMemberships,
  type Membership,
  putMembership,
} from "../../store/groups/members.ts";
import {
  deleteInvitationRow,
  type Invitation,
  listInvitationRows,
  listInvitationsOf,
  putInvitation,
} from "../../store/projects/invitations.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { matchesWords } from "../../store/search-words.ts";
import { findUser, findUserByEmail, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller, inheritedLevel } from "../access/access-level.ts";
import { requireCaller, requireRole } from "../access/require-access.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { conflict, forbidden, invalidFields, notFound } from "../refusal.ts";

/** A member of a project itself, with the user. */
export interface DirectMember {
  readonly user: User;
  readonly level: number;
  readonly expiresAt: string | null;
}

interface Role {
  readonly access_level: number;
  /** ISO day; empty for none. */
  readonly expires_at?: string;
}

/** Returns the members of a project itself whose names match. */
export const findDirectMembers = (
  store: ServiceStore,
  project: Project,
  search: string | undefined,
): DirectMember[] =>
  listMemberships(store, project.id).flatMap((membership) => {
    const member = withUser(store, membership);
    if (!member) return [];
    const { name, username, email } = member.user;
    return search && !matchesWords(search, [name, username, email]) ? [] : [member];
  });

/** Returns a member of a project itself. Throws `notFound`. */
export function requireDirectMember(store: ServiceStore, project: Project, userId: number): DirectMember {
  const found = listMemberships(store, project.id).find((membership) => membership.userId === userId);
  const member = found && withUser(store, found);
  if (!member) throw notFound("Member");
  return member;
}

/** Adds a member. Throws `notFound` for no such user, `conflict` for a member, `forbidden` above the caller's own role, and `invalidFields`. */
export function addMember(
  caller: Caller,
  project: Project,
  input: Role & { readonly user_id: number },
): DirectMember {
  const { store } = caller;
  const user = findUser(store, input.user_id);
  if (!user || user.isGhost) throw notFound("User");
  if (listMemberships(store, project.id).some(({ userId }) => userId === user.id))
    throw conflict("Member already exists");
  return join(caller, project, user, input);
}

/** Changes the role of a member. Throws as {@link addMember} does. */
export function changeMember(caller: Caller, project: Project, userId: number, input: Role): DirectMember {
  const { store } = caller;
  const member = requireDirectMember(store, project, userId);
  requireAbove(caller, project, member.level);
  checkRole(caller, project, member.user, input);
  putMembership(store, project.id, {
    userId,
    level: input.access_level,
    expiresAt: input.expires_at === undefined ? member.expiresAt : input.expires_at || null,
  });
  return requireDirectMember(store, project, userId);
}

/** Removes a member; maintainers remove those up to their own role, and everybody themselves. Throws `notFound` and `forbidden`. */
export function removeMember(caller: Caller, project: Project, userId: number): void {
  const { store } = caller;
  const isSelf = requireCaller(caller).id === userId;
  if (!isSelf) requireRole(caller, project, "maintainer");
  const member = requireDirectMember(store, project, userId);
  if (!isSelf) requireAbove(caller, project, member.level);
  store.transaction(() => {
    deleteMembership(store, project.id, userId);
    const access = roleName(member.level);
    emitSystemEvent(store, { name: "user_remove_from_team", user: member.user, project, access });
  });
}

/** Returns those who were invited to a project and are no users yet. */
export const findInvitations = (
  store: ServiceStore,
  project: Project,
  search: string | undefined,
): Invitation[] =>
  listInvitationRows(store, project.id).filter(({ email }) => !search || matchesWords(search, [email]));

/**
 * Invites an address: its user becomes a member at once, anybody else when the address gets one. Returns why it cannot be
 * invited, null where it was. Throws `forbidden` and `invalidFields`.
 */
export function invite(
  caller: Caller,
  project: Project,
  input: Role & { readonly email: string },
): string | null {
  const { store } = caller;
  const email = input.email.trim();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return "Invite email is invalid";
  checkRole(caller, project, null, input);
  const user = findUserByEmail(store, email);
  if (user && listMemberships(store, project.id).some(({ userId }) => userId === user.id))
    return "User already exists in source";
  if (user) {
    join(caller, project, user, input);
    return null;
  }
  putInvitation(store, {
    projectId: project.id,
    email,
    level: input.access_level,
    expiresAt: input.expires_at || null,
    createdById: requireCaller(caller).id,
  });
  return null;
}

/** Returns the name of the user who invited somebody; null where that user was deleted. */
export const inviterOf = (store: ServiceStore, { createdById }: Invitation): string | null =>
  createdById === null ? null : (findUser(store, createdById)?.name ?? null);

/** Withdraws an invitation. Throws `notFound`. */
export function withdrawInvitation(store: ServiceStore, project: Project, email: string): void {
  const found = listInvitationRows(store, project.id).find(
    (invitation) => invitation.email.toLowerCase() === email.toLowerCase(),
  );
  if (!found) throw notFound("Invitation");
  deleteInvitationRow(store, project.id, found.email);
}

/** Makes a new user a member of the projects that the user's address was invited to. */
export function acceptInvitations(store: ServiceStore, user: User): void {
  for (const { projectId, email, level, expiresAt } of listInvitationsOf(store, user.email)) {
    const project = findProject(store, projectId);
    deleteInvitationRow(store, projectId, email);
    if (project) putMember(store, project, { user, level, expiresAt });
  }
}

function join(caller: Caller, project: Project, user: User, input: Role): DirectMember {
  const { store } = caller;
  checkRole(caller, project, user, input);
  store.transaction(() =>
    putMember(store, project, { user, level: input.access_level, expiresAt: input.expires_at || null }),
  );
  return requireDirectMember(store, project, user.id);
}

function putMember(store: ServiceStore, project: Project, { user, level, expiresAt }: DirectMember): void {
  putMembership(store, project.id, { userId: user.id, level, expiresAt });
  emitSystemEvent(store, { name: "user_add_to_team", user, project, access: roleName(level) });
}

function withUser(store: ServiceStore, { userId, level, expiresAt }: Membership): DirectMember | null {
  const user = findUser(store, userId);
  return user && { user, level, expiresAt };
}

/** Returns the name of an access level, such as Developer. */
function roleName(level: number): string {
  const [role = "guest"] = Object.entries(accessLevels).find(([, number]) => number === level) ?? [];
  return capitalize(role);
}

/** Throws `forbidden` where the caller's own role is below a level. */
function requireAbove({ store, user }: Caller, project: Project, level: number): void {
  if (accessLevel(store, user, project) < level) throw forbidden();
}

function checkRole(
  caller: Caller,
  project: Project,
  user: User | null,
  { access_level, expires_at }: Role,
): void {
  const { store } = caller;
  requireAbove(caller, project, access_level);
  const inherited = user ? inheritedLevel(store, user.id, project) : 0;
  const day = expires_at ? new Date(`${expires_at}T00:00:00Z`) : null;
  const level = !Object.values(accessLevels).includes(access_level)
    ? "is not included in the list"
    : access_level < inherited
      ? `should be greater than or equal to ${roleName(inherited)} inherited membership from group`
      : null;
  const isPast = day && (Number.isNaN(day.getTime()) || day.getTime() <= store.clock.now());
  if (level === null && !isPast) return;
  throw invalidFields({
    ...(level === null ? {} : { access_level: [level] }),
    ...(isPast ? { expires_at: ["cannot be a date in the past"] } : {}),
  });
}
