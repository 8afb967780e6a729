import { z } from "zod";
import { timeNow } from "../clock.ts";
import type { Store } from "./store.ts";

/** Work that follows from a record, stored in the same transaction, so that it is done also after a kill. */
export const outboxTables = `
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_by_kind ON outbox (kind, id);
`;

const outboxRow = z.object({ id: z.int(), payload: z.string() });

/** Entry of the outbox; its payload is JSON. */
export type WorkEntry = Readonly<z.output<typeof outboxRow>>;

/** Adds an entry and returns its id. */
export const insertOutboxEntry = (store: Store, kind: string, payload: unknown): number =>
  store.run(
    "INSERT INTO outbox (kind, payload, created_at) VALUES (?, ?, ?)",
    kind,
    JSON.stringify(payload),
    timeNow(store),
  );

/** Returns entries of a kind after an id, oldest first. */
export const listOutboxEntries = (store: Store, kind: string, after: number, limit: number): WorkEntry[] =>
  store
    .all("SELECT id, payload FROM outbox WHERE kind = ? AND id > ? ORDER BY id LIMIT ?", kind, after, limit)
    .map((row) => outboxRow.parse(row));

/** Removes an entry whose work is done. */
export function deleteOutboxEntry(store: Store, id: number): void {
  store.run("DELETE FROM outbox WHERE id = ?", id);
}
