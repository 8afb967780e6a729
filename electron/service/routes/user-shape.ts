import type { Context } from "../implement.ts";
import type { User } from "../store/users.ts";

/** A user as other records embed it. */
export const toUserSummary = (context: Context, user: User) => ({
  id: user.id,
  name: user.name,
  username: user.username,
  state: user.state,
  avatar_url: null,
  web_url: `${context.baseUrl}/${user.username}`,
});

/** A single user as anybody sees it. */
export const toPublicUser = (context: Context, user: User) => ({
  ...toUserSummary(context, user),
  created_at: user.createdAt,
  bio: user.bio,
  location: user.location,
  public_email: "",
  skype: "",
  linkedin: "",
  twitter: "",
  website_url: user.websiteUrl ?? "",
  organization: user.organization,
});

/** A user as administrators and the user see it. */
export const toFullUser = (context: Context, user: User) => ({
  ...toPublicUser(context, user),
  email: user.email,
  is_admin: user.isAdmin,
  last_sign_in_at: null,
  confirmed_at: user.createdAt,
  theme_id: 1,
  last_activity_on: null,
  color_scheme_id: 1,
  projects_limit: 100000,
  current_sign_in_at: null,
  identities: [],
  can_create_group: true,
  can_create_project: true,
  two_factor_enabled: false,
  external: false,
  private_profile: false,
});
