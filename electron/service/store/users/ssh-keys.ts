import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const keyRow = z
  .object({
    id: z.int(),
    user_id: z.int(),
    title: z.string(),
    key: z.string(),
    fingerprint: z.string(),
    created_at: z.string(),
    expires_at: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    userId: row.user_id,
    title: row.title,
    /** Type, Base64 and comment, as OpenSSH writes them. */
    key: row.key,
    /** `SHA256:…` */
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));

/** A public SSH key of a user. */
export type SshKeyRow = Readonly<z.output<typeof keyRow>>;

const one = (row: unknown): SshKeyRow | null => (row ? keyRow.parse(row) : null);

/** Keys of a user, oldest first. */
export const listKeyRows = (store: Store, userId: number): SshKeyRow[] =>
  store.all("SELECT * FROM ssh_keys WHERE user_id = ? ORDER BY id", userId).map((row) => keyRow.parse(row));

export const findKey = (store: Store, id: number): SshKeyRow | null =>
  one(store.get("SELECT * FROM ssh_keys WHERE id = ?", id));

export const findKeyByFingerprint = (store: Store, fingerprint: string): SshKeyRow | null =>
  one(store.get("SELECT * FROM ssh_keys WHERE fingerprint = ?", fingerprint));

/** A key to store, which was added now unless `createdAt` says otherwise. */
type NewKey = Omit<SshKeyRow, "id" | "createdAt"> & Partial<Pick<SshKeyRow, "createdAt">>;

export function insertKey(store: Store, key: NewKey): SshKeyRow {
  const id = store.run(
    "INSERT INTO ssh_keys (user_id, title, key, fingerprint, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    key.userId,
    key.title,
    key.key,
    key.fingerprint,
    key.createdAt ?? timeNow(store),
    key.expiresAt,
  );
  const inserted = findKey(store, id);
  if (!inserted) throw new Error("the key was not stored");
  return inserted;
}

export function deleteKeyRow(store: Store, id: number): void {
  store.run("DELETE FROM ssh_keys WHERE id = ?", id);
}
