import { z } from "zod";
import type { Store } from "./store.ts";

const identity = z.object({ provider: z.string(), extern_uid: z.string() });

/** A user's name at a provider of sign-in, such as an LDAP server. */
export type Identity = Readonly<z.output<typeof identity>>;

export const listIdentities = (store: Store, userId: number): Identity[] =>
  store
    .all("SELECT provider, extern_uid FROM identities WHERE user_id = ? ORDER BY provider", userId)
    .map((row) => identity.parse(row));
