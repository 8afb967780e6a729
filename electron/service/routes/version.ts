import { getMetadata, getTokenSelf, getVersion } from "../../../shared/api/resources/version.ts";
import { serviceVersion } from "../../system/service-version.ts";
import { requireCredentials } from "../http/credentials.ts";
import { implement } from "../http/implement.ts";
import { toAccessToken } from "../presenters/access-token.ts";

export const versionRoutes = [
  implement(getVersion, () => serviceVersion),
  implement(getMetadata, () => ({ ...serviceVersion, enterprise: false })),
  implement(getTokenSelf, (_input, context) => toAccessToken(requireCredentials(context))),
];
