import { getMetadata, getTokenSelf, getVersion } from "../../../shared/api/resources/version.ts";
import { requireCredentials } from "../http/credentials.ts";
import { implement } from "../http/implement.ts";
import { toAccessToken } from "../presenters/access-token.ts";

/** The API version that this service implements. */
const version = { version: "11.10.0-helve", revision: "local" };

export const versionRoutes = [
  implement(getVersion, () => version),
  implement(getMetadata, () => ({ ...version, enterprise: false })),
  implement(getTokenSelf, (_input, context) => toAccessToken(requireCredentials(context))),
];
