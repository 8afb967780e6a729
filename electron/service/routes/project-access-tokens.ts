import {
  createProjectAccessToken,
  getProjectAccessToken,
  listProjectAccessTokens,
  revokeProjectAccessToken,
  rotateProjectAccessToken,
} from "../../../shared/api/resources/project-access-tokens.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  addToken,
  endToken,
  isActive,
  projectTokens,
  requireProjectToken,
  rotateToken,
} from "../domain/people/change-project-tokens.ts";
import { implement } from "../http/implement.ts";
import type { ServiceStore } from "../service-store.ts";
import type { ProjectToken } from "../store/users/project-tokens.ts";

export const projectAccessTokenRoutes = [
  implement(listProjectAccessTokens, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const tokens = projectTokens(context.store, project);
    return mapPage(pageOf(context, tokens), (token) => toAccessToken(context.store, token));
  }),
  implement(getProjectAccessToken, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toAccessToken(context.store, requireProjectToken(context.store, project, input.token_id));
  }),
  implement(createProjectAccessToken, (input, context) => {
    const issued = addToken(context, requireProject(context, input.id, "maintainer"), input);
    return { ...toAccessToken(context.store, issued.token), token: issued.plain };
  }),
  implement(rotateProjectAccessToken, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const issued = rotateToken(context, project, input.token_id, input);
    return { ...toAccessToken(context.store, issued.token), token: issued.plain };
  }),
  implement(revokeProjectAccessToken, (input, context) => {
    endToken(context, requireProject(context, input.id, "maintainer"), input.token_id);
    return undefined;
  }),
];

/** Returns a token without its text. */
const toAccessToken = (store: ServiceStore, token: ProjectToken) => ({
  id: token.id,
  name: token.name,
  description: token.description,
  scopes: [...token.scopes],
  access_level: token.accessLevel,
  active: isActive(store, token),
  revoked: token.revoked,
  user_id: token.userId,
  created_at: token.createdAt,
  last_used_at: token.lastUsedAt,
  expires_at: token.expiresAt,
});
