import { z } from "zod";
import { parseRow, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";

/** Table of the dependencies between merge requests, and the step that adds it. */
export const blockTables = `
  CREATE TABLE merge_request_blocks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    blocking_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    blocked_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    UNIQUE (blocked_id, blocking_id)
  ) STRICT;
  CREATE INDEX merge_request_blocks_by_blocking ON merge_request_blocks (blocking_id);
`;

const blockRow = z
  .object({ id: z.int(), blocking_id: z.int(), blocked_id: z.int() })
  .transform((row) => ({ id: row.id, blockingId: row.blocking_id, blockedId: row.blocked_id }));

/** A merge request that has to be merged before another one. */
export type Block = Readonly<z.output<typeof blockRow>>;

/** Returns the blocks of a blocked merge request, oldest first. */
export const listBlocks = (store: Store, blockedId: number): Block[] =>
  parseRows(
    blockRow,
    store.all("SELECT * FROM merge_request_blocks WHERE blocked_id = ? ORDER BY id", blockedId),
  );

/** Returns a block of a blocked merge request, null where it has none of this id. */
export const findBlock = (store: Store, blockedId: number, id: number): Block | null =>
  parseRow(
    blockRow,
    store.get("SELECT * FROM merge_request_blocks WHERE blocked_id = ? AND id = ?", blockedId, id),
  );

/** Adds a block. Returns its id. */
export const insertBlock = (store: Store, { blockingId, blockedId }: Omit<Block, "id">): number =>
  store.run(
    "INSERT INTO merge_request_blocks (blocking_id, blocked_id) VALUES (?, ?)",
    blockingId,
    blockedId,
  );

/** Deletes a block. */
export function deleteBlock(store: Store, id: number): void {
  store.run("DELETE FROM merge_request_blocks WHERE id = ?", id);
}

/** Returns whether a merge request waits for another one that is not merged, also for one that was closed. */
export const isBlocked = (store: Store, blockedId: number): boolean =>
  store.get(
    `SELECT 1 FROM merge_request_blocks JOIN merge_requests ON merge_requests.id = blocking_id
     WHERE blocked_id = ? AND state <> 'merged'`,
    blockedId,
  ) !== undefined;

/** Returns whether a merge request waits for another one, directly or through others. */
export const waitsFor = (store: Store, blockedId: number, blockingId: number): boolean =>
  store.get(
    `WITH RECURSIVE waited (id) AS (
       SELECT blocking_id FROM merge_request_blocks WHERE blocked_id = ?1
       UNION
       SELECT blocking_id FROM merge_request_blocks JOIN waited ON blocked_id = waited.id
     )
     SELECT 1 FROM waited WHERE id = ?2`,
    blockedId,
    blockingId,
  ) !== undefined;
