import { createHash } from "node:crypto";
import { readPublicKey } from "../../../../shared/ssh/public-key.ts";
import type { ServiceStore } from "../../service-store.ts";
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
import { requireUser } from "../access/require-access.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { invalidFields, notFound } from "../refusal.ts";

interface KeyInput {
  /** The key's comment where it is empty. */
  readonly title: string;
  readonly key: string;
  /** ISO 8601. */
  readonly expires_at?: string;
}

/** A public key that was read. */
interface ValidPublicKey {
  /** Type, Base64 and comment, on one line. */
  readonly line: string;
  /** Empty where the key carries none. */
  readonly comment: string;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

/** Returns the key of a line of an OpenSSH public key file, or null for any other text, a private key included. */
export function validatePublicKey(text: string): ValidPublicKey | null {
  const key = readPublicKey(text);
  if (!key) return null;
  const digest = createHash("sha256").update(key.bytes).digest("base64").replace(/=+$/, "");
  return { line: key.line, comment: key.comment, fingerprint: `SHA256:${digest}` };
}

/** Adds a public SSH key to a user. Throws `invalidFields` where it is not a public key, or belongs to a user already. */
export function addKey(store: ServiceStore, user: User, input: KeyInput): SshKeyRow {
  const key = validatePublicKey(input.key);
  if (!key) throw invalidFields({ key: ["is invalid"], fingerprint: ["cannot be generated"] });
  if (findKeyByFingerprint(store, key.fingerprint)) {
    const taken = ["has already been taken"];
    throw invalidFields({ fingerprint: taken, key: taken });
  }
  const title = input.title.trim() || key.comment;
  if (!title) throw invalidFields({ title: ["can't be blank"] });
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
export const sshKeysOf = (store: ServiceStore, userId: number): SshKeyRow[] => listKeyRows(store, userId);

/** Returns any user's key, with its owner. Throws `notFound`. */
export function findKeyOfAnyone(caller: Caller, keyId: number): { key: SshKeyRow; owner: User } {
  const key = findKey(caller.store, keyId);
  if (!key) throw notFound("Key");
  return { key, owner: requireUser(caller, key.userId) };
}

/** Returns the key with this id where it belongs to the user. Throws `notFound`. */
export function requireKey(store: ServiceStore, userId: number, keyId: number): SshKeyRow {
  const key = findKey(store, keyId);
  if (!key || key.userId !== userId) throw notFound("Key");
  return key;
}

/** Deletes a key of a user. Throws `notFound`. */
export function removeKey(store: ServiceStore, user: User, keyId: number): void {
  const key = requireKey(store, user.id, keyId);
  store.transaction(() => {
    deleteKeyRow(store, key.id);
    emitSystemEvent(store, { name: "key_destroy", user, key });
  });
}
