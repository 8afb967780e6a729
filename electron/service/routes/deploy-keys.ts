import {
  createDeployKey,
  deleteDeployKey,
  enableDeployKey,
  getDeployKey,
  listAllDeployKeys,
  listDeployKeys,
  updateDeployKey,
} from "../../../shared/api/resources/deploy-keys.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  addDeployKey,
  allDeployKeys,
  changeDeployKey,
  deployKeysOf,
  enableKey,
  requireDeployKey,
  takeDeployKey,
} from "../domain/people/deploy-keys.ts";
import { implement } from "../http/implement.ts";
import type { DeployKey } from "../store/projects/deploy-keys.ts";

export const deployKeyRoutes = [
  implement(listAllDeployKeys, (_input, context) =>
    mapPage(pageOf(context, allDeployKeys(context.store)), (key) => {
      const { can_push: _, ...shown } = toDeployKey(key);
      return shown;
    }),
  ),
  implement(listDeployKeys, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return mapPage(pageOf(context, deployKeysOf(context.store, project)), toDeployKey);
  }),
  implement(getDeployKey, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toDeployKey(requireDeployKey(context.store, project, input.key_id));
  }),
  implement(createDeployKey, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toDeployKey(addDeployKey(context.store, project, input));
  }),
  implement(updateDeployKey, ({ id, key_id, ...changes }, context) => {
    const project = requireProject(context, id, "maintainer");
    return toDeployKey(changeDeployKey(context.store, project, key_id, changes));
  }),
  implement(enableDeployKey, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toDeployKey(enableKey(context, project, input.key_id));
  }),
  implement(deleteDeployKey, (input, context) => {
    takeDeployKey(context.store, requireProject(context, input.id, "maintainer"), input.key_id);
    return undefined;
  }),
];

/** Returns a deploy key as the API represents it. */
const toDeployKey = (key: DeployKey) => ({
  id: key.id,
  title: key.title,
  key: key.key,
  fingerprint_sha256: key.fingerprint,
  can_push: key.canPush,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
});
