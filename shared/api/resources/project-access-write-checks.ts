import { addsNamed } from "../write-checks/added-entry.ts";
import {
  deletes,
  hundredOf,
  isSame,
  makes,
  pickFields,
  sets,
  unseen,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  createDeployKey,
  deleteDeployKey,
  enableDeployKey,
  getDeployKey,
  listDeployKeys,
  updateDeployKey,
} from "./deploy-keys.ts";
import {
  createProjectAccessToken,
  getProjectAccessToken,
  revokeProjectAccessToken,
  rotateProjectAccessToken,
} from "./project-access-tokens.ts";

const deployKey = () => "The deploy key";

/** Returns the type and Base64 of a public key, without its comment, which services change. */
const keyOf = (line: unknown): string => String(line).trim().split(/\s+/, 2).join(" ");

/** Checks of the writes of what gives programs access to a project. */
export const projectAccessWriteChecks: WriteChecks = [
  [createProjectAccessToken, unseen("the text of the new token is returned once")],
  [rotateProjectAccessToken, unseen("the text of the new token is returned once")],
  [
    revokeProjectAccessToken,
    makes(
      getProjectAccessToken,
      pickFields("id", "token_id"),
      ({ revoked, active }) => revoked === true || active === false,
      () => ["The token is revoked.", "The token is not revoked."],
    ),
  ],
  [
    createDeployKey,
    // No two deploy keys of a service are the same.
    addsNamed(
      listDeployKeys,
      hundredOf("id"),
      (entry, { key }) => keyOf(entry.key) === keyOf(key),
      deployKey,
    ),
  ],
  [updateDeployKey, sets(getDeployKey, pickFields("id", "key_id"), ["title", "can_push"], deployKey)],
  [
    enableDeployKey,
    makes(
      getDeployKey,
      pickFields("id", "key_id"),
      (found, { key_id }) => isSame(found.id, key_id),
      () => ["The project has the deploy key.", "The project does not have the deploy key."],
    ),
  ],
  [deleteDeployKey, deletes(getDeployKey, pickFields("id", "key_id"), deployKey)],
];
