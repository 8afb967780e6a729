import type { Context } from "../http/context.ts";
import { highestAccess } from "../store/groups/members.ts";
import { listIdentities } from "../store/users/identities.ts";
import type { User } from "../store/users/users.ts";

/** A user as other records embed it. */
export const toUserSummary = (context: Context, user: User) => ({
  id: user.id,
  name: user.name,
  username: user.username,
  state: user.state,
  avatar_url:
    user.avatar === null ? null : `${context.baseUrl}/uploads/-/system/user/avatar/${user.id}/${user.avatar}`,
  web_url: `${context.baseUrl}/${user.username}`,
});

/** A single user as anybody sees it; of a private profile only the summary. */
export const toPublicUser = (context: Context, user: User) =>
  user.privateProfile
    ? toUserSummary(context, user)
    : { ...toUserSummary(context, user), ...profileOf(user) };

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

/** A user as administrators and the user see it. */
export const toFullUser = (context: Context, user: User) => ({
  ...toUserSummary(context, user),
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
  identities: listIdentities(context.store, user.id),
  can_create_group: user.canCreateGroup,
  can_create_project: user.projectsLimit > 0,
  two_factor_enabled: user.twoFactorEnabled,
  external: user.external,
  private_profile: user.privateProfile,
  highest_role: highestAccess(context.store, user.id),
});

/** A user as the caller may see it. */
export const toUserFor = (context: Context, user: User) =>
  context.user && (context.user.isAdmin || context.user.id === user.id)
    ? toFullUser(context, user)
    : toPublicUser(context, user);
