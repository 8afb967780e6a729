import type { Credentials } from "../http/context.ts";

/** Returns the token of a request, without its secret. */
export const toAccessToken = ({ token, user, scopes }: Credentials) => ({
  id: token.id,
  name: token.name,
  scopes: [...scopes],
  active: true,
  revoked: false,
  user_id: user.id,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
});
