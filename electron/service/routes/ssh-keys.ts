import { getKey } from "../../../shared/api/resources/keys.ts";
import {
  createKey,
  createUserKey,
  deleteKey,
  deleteUserKey,
  getCurrentUserKey,
  listKeys,
  listUserKeys,
} from "../../../shared/api/resources/ssh-keys.ts";
import { requireCaller, requireUser } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { describeUser } from "../domain/people/read-users.ts";
import { addKey, findKeyOfAnyone, removeKey, requireKey, sshKeysOf } from "../domain/people/ssh-keys.ts";
import { type Context, implement } from "../http/implement.ts";
import { toFullUser } from "../presenters/user.ts";
import type { SshKeyRow } from "../store/users/ssh-keys.ts";

const list = (context: Context, userId: number) =>
  mapPage(pageOf(context, sshKeysOf(context.store, userId)), toSshKey);

function remove(context: Context, user: ReturnType<typeof requireUser>, keyId: number): undefined {
  removeKey(context.store, user, keyId);
}

export const sshKeyRoutes = [
  implement(listKeys, (_input, context) => list(context, requireCaller(context).id)),
  implement(listUserKeys, (input, context) => list(context, requireUser(context, input.id).id)),
  implement(getCurrentUserKey, (input, context) =>
    toSshKey(requireKey(context.store, requireCaller(context).id, input.key_id)),
  ),
  implement(createKey, (input, context) => toSshKey(addKey(context.store, requireCaller(context), input))),
  implement(createUserKey, (input, context) =>
    toSshKey(addKey(context.store, requireUser(context, input.id), input)),
  ),
  implement(deleteKey, (input, context) => remove(context, requireCaller(context), input.key_id)),
  implement(deleteUserKey, (input, context) => remove(context, requireUser(context, input.id), input.key_id)),
  implement(getKey, (input, context) => {
    const { key, owner } = findKeyOfAnyone(context, input.id);
    return { ...toSshKey(key), user: toFullUser(context, describeUser(context.store, owner)) };
  }),
];

const toSshKey = (key: SshKeyRow) => ({
  id: key.id,
  title: key.title,
  key: key.key,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
});
