import { getMetadata, getTokenSelf, getVersion } from "../../../shared/api/resources/version.ts";
import { requireCredentials } from "../http/credentials.ts";
import { implement } from "../http/implement.ts";

/** The API version that this service implements. */
const version = { version: "11.10.0-helve", revision: "local" };

export const versionRoutes = [
  implement(getVersion, () => version),
  implement(getMetadata, () => ({ ...version, enterprise: false })),
  implement(getTokenSelf, (_input, context) => {
    const { token, user, scopes } = requireCredentials(context);
    return {
      id: token.id,
      name: token.name,
      scopes: [...scopes],
      active: true,
      revoked: false,
      user_id: user.id,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    };
  }),
];
