import { getMetadata } from "../../../shared/api/resources/metadata.ts";
import { getTokenSelf } from "../../../shared/api/resources/personal-access-tokens.ts";
import { getVersion } from "../../../shared/api/resources/version.ts";
import { serviceVersion } from "../../system/service-version.ts";
import { requireCredentials } from "../http/credentials.ts";
import { type Credentials, implement } from "../http/implement.ts";

export const versionRoutes = [
  implement(getVersion, () => serviceVersion),
  implement(getMetadata, () => ({ ...serviceVersion, enterprise: false })),
  implement(getTokenSelf, (_input, context) => toAccessToken(requireCredentials(context))),
];

/** Returns the token of a request, without its secret. */
const toAccessToken = ({ token, user, scopes }: Credentials) => ({
  id: token.id,
  name: token.name,
  scopes: [...scopes],
  active: true,
  revoked: false,
  user_id: user.id,
  created_at: token.createdAt,
  last_used_at: token.lastUsedAt,
  expires_at: token.expiresAt,
});
