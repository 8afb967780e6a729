import { httpError, notFound } from "../../http/http-error.ts";
import type { Store } from "../../store/store.ts";
import {
  deleteKeyRow,
  findKey,
  findKeyByFingerprint,
  insertKey,
  listKeyRows,
  type SshKeyRow,
} from "../../store/users/ssh-keys.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireUser } from "../access/require-user.ts";
import { emitSystemEvent } from "../system-hooks/system-events.ts";
import { validatePublicKey } from "./validate-public-key.ts";

export interface KeyInput {
  /** The key's comment where it is empty. */
  readonly title: string;
  readonly key: string;
  /** ISO 8601. */
  readonly expires_at?: string | undefined;
}

/** Adds a public SSH key to a user. Throws 400 where it is not a public key, or belongs to a user already. */
export function addKey(store: Store, user: User, input: KeyInput): SshKeyRow {
  const key = validatePublicKey(input.key);
  if (!key) throw httpError(400, { key: ["is invalid"], fingerprint: ["cannot be generated"] });
  if (findKeyByFingerprint(store, key.fingerprint)) {
    const taken = ["has already been taken"];
    throw httpError(400, { fingerprint: taken, key: taken });
  }
  const title = input.title.trim() || key.comment;
  if (!title) throw httpError(400, { title: ["can't be blank"] });
  return store.transaction(() => {
    const added = insertKey(store, {
      userId: user.id,
      title,
      key: key.line,
      fingerprint: key.fingerprint,
      expiresAt: input.expires_at ?? null,
    });
    emitSystemEvent(store, { name: "key_create", user, key: added });
    return added;
  });
}

/** Returns the keys of a user. */
export const sshKeysOf = (store: Store, userId: number): SshKeyRow[] => listKeyRows(store, userId);

/** Returns any user's key, with its owner. Throws 404. */
export function findKeyOfAnyone(caller: Caller, keyId: number): { key: SshKeyRow; owner: User } {
  const key = findKey(caller.store, keyId);
  if (!key) throw notFound("Key");
  return { key, owner: requireUser(caller, key.userId) };
}

/** Returns the key with this id where it belongs to the user. Throws 404. */
export function requireKey(store: Store, userId: number, keyId: number): SshKeyRow {
  const key = findKey(store, keyId);
  if (!key || key.userId !== userId) throw notFound("Key");
  return key;
}

/** Deletes a key of a user. Throws 404. */
export function removeKey(store: Store, user: User, keyId: number): void {
  const key = requireKey(store, user.id, keyId);
  store.transaction(() => {
    deleteKeyRow(store, key.id);
    emitSystemEvent(store, { name: "key_destroy", user, key });
  });
}
