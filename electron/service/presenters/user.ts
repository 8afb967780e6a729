import type { UserDetails } from "../domain/people/read-users.ts";
import type { ProjectMember } from "../domain/projects/members.ts";
import type { Links } from "../http/implement.ts";
import type { User } from "../store/users/users.ts";

/** Returns a user as other records embed it. */
export const toUserSummary = (links: Links, user: User) => ({
  id: user.id,
  name: user.name,
  username: user.username,
  state: user.state,
  avatar_url:
    user.avatar === null ? null : `${links.baseUrl}/uploads/-/system/user/avatar/${user.id}/${user.avatar}`,
  web_url: `${links.baseUrl}/${user.username}`,
});

/** Returns a member of a project with the access level there. */
export const toMember = (links: Links, { user, level, expiresAt }: ProjectMember) => ({
  ...toUserSummary(links, user),
  access_level: level,
  expires_at: expiresAt,
  membership_state: "active",
});

/** Returns the summary of a user, or null where there is none. */
export const toUserOrNull = (links: Links, user: User | null) => user && toUserSummary(links, user);

/** Returns a single user as anybody sees it; of a private profile only the summary. */
export const toPublicUser = (links: Links, user: User) =>
  user.privateProfile ? toUserSummary(links, user) : { ...toUserSummary(links, user), ...profileOf(user) };

const profileOf = (user: User) => ({
  created_at: user.createdAt,
  bio: user.bio,
  location: user.location,
  public_email: user.publicEmail,
  skype: user.skype,
  linkedin: user.linkedin,
  twitter: user.twitter,
  website_url: user.websiteUrl ?? "",
  organization: user.organization,
});

/** Returns a user as administrators and the user see it. */
export const toFullUser = (links: Links, { user, identities, highestRole }: UserDetails) => ({
  ...toUserSummary(links, user),
  ...profileOf(user),
  email: user.email,
  is_admin: user.isAdmin,
  last_sign_in_at: null,
  confirmed_at: user.confirmedAt,
  theme_id: 1,
  last_activity_on: user.lastActivityOn,
  color_scheme_id: 1,
  projects_limit: user.projectsLimit,
  current_sign_in_at: null,
  identities: [...identities],
  can_create_group: user.canCreateGroup,
  can_create_project: user.projectsLimit > 0,
  two_factor_enabled: user.twoFactorEnabled,
  external: user.external,
  private_profile: user.privateProfile,
  highest_role: highestRole,
});
