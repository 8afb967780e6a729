import { z } from "zod";
import { parseCell } from "../rows.ts";
import type { Store } from "../store.ts";
import { updateUserRow } from "./users.ts";

/** Stores the picture of a user instead of the previous one; `name` becomes part of its address. */
export function setAvatar(store: Store, userId: number, name: string, bytes: Uint8Array): void {
  store.run(
    "INSERT INTO user_avatars (user_id, bytes) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET bytes = excluded.bytes",
    userId,
    bytes,
  );
  updateUserRow(store, userId, { avatar: name });
}

/** The bytes of a user's picture under its present name, null where there is none. */
export function findAvatar(store: Store, userId: number, name: string): Uint8Array<ArrayBuffer> | null {
  const row = store.get(
    "SELECT bytes FROM user_avatars JOIN users ON users.id = user_id WHERE user_id = ? AND avatar = ?",
    userId,
    name,
  );
  const bytes = parseCell("bytes", z.instanceof(Uint8Array), row);
  return bytes && new Uint8Array(bytes);
}
