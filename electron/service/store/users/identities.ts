import { z } from "zod";
import { int } from "../columns.ts";
import { parseCell } from "../rows.ts";
import type { Store } from "../store.ts";

const identity = z.object({ provider: z.string(), extern_uid: z.string() });

/** A user's name at a provider of sign-in, such as an LDAP server. */
export type Identity = Readonly<z.output<typeof identity>>;

export const listIdentities = (store: Store, userId: number): Identity[] =>
  store
    .all("SELECT provider, extern_uid FROM identities WHERE user_id = ? ORDER BY provider", userId)
    .map((row) => identity.parse(row));

/** The id of the user who has an identity, null for nobody. */
export function findIdentityOwner(store: Store, { provider, extern_uid }: Identity): number | null {
  const row = store.get(
    "SELECT user_id FROM identities WHERE provider = ? AND extern_uid = ?",
    provider,
    extern_uid,
  );
  return parseCell("user_id", int, row);
}

/** Sets the one identity that a user has at a provider. */
export function setIdentity(store: Store, userId: number, { provider, extern_uid }: Identity): void {
  store.run(
    `INSERT INTO identities (user_id, provider, extern_uid) VALUES (?, ?, ?)
     ON CONFLICT (user_id, provider) DO UPDATE SET extern_uid = excluded.extern_uid`,
    userId,
    provider,
    extern_uid,
  );
}
