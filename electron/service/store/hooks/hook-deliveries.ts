import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { type EventHooks, hooksOfEvent } from "./hooks.ts";

/** Deliveries of a hook that are stored once they have ended. */
const maxEnded = 100;
/** Deliveries of a hook that may be pending. The oldest ones above it are given up. */
const maxPending = 1000;

const attempt = z.object({
  at: z.string(),
  /** Seconds. */
  duration: z.number(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** Time of the next attempt as it was planned then; null for none. */
  nextAt: z.string().nullable().default(null),
});
/** One attempt to deliver: its result, and why it failed. */
export type Attempt = Readonly<z.output<typeof attempt>>;

const headers = z.string().transform((json) => z.record(z.string(), z.string()).parse(JSON.parse(json)));

const deliveryRow = z
  .object({
    id: z.int(),
    hook_id: z.int(),
    key: z.string(),
    event_id: z.string(),
    trigger_name: z.string(),
    payload: z.string(),
    state: z.enum(["pending", "delivered", "failed"]),
    due_at: z.string(),
    attempts: z.string().transform((json) => z.array(attempt).readonly().parse(JSON.parse(json))),
    request_headers: headers,
    response_headers: headers,
    response_body: z.string(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    hookId: row.hook_id,
    /** The same for each attempt, so that the receiver recognises a repeated one. */
    key: row.key,
    /** Id of the event; its deliveries to other hooks, and resent ones, share it. */
    eventId: row.event_id,
    trigger: row.trigger_name,
    /** JSON. */
    payload: row.payload,
    state: row.state,
    /** Time at which the next attempt is due. */
    dueAt: row.due_at,
    attempts: row.attempts,
    /** Of the last attempt, without the token. */
    requestHeaders: row.request_headers,
    responseHeaders: row.response_headers,
    responseBody: row.response_body,
    createdAt: row.created_at,
  }));

/** Delivery of an event to one hook. */
export type Delivery = Readonly<z.output<typeof deliveryRow>>;

/** An event for hooks. */
interface NewEvent {
  readonly eventId: string;
  readonly trigger: string;
  /** JSON. */
  readonly payload: string;
}

const toDelivery = (row: unknown): Delivery => deliveryRow.parse(row);

/**
 * Adds a pending delivery, which is due at once, to each hook that gets an event: with
 * one statement, since each row of its own would cost the service time.
 */
export function insertDeliveries(store: Store, event: NewEvent, hooks: EventHooks): void {
  const { condition, values } = hooksOfEvent(hooks);
  insert(store, event, new Date(store.clock.now()), condition, ...values);
}

/** Adds a delivery to one hook, which is sent before all that waits for it. Returns its id. */
export const insertDelivery = (store: Store, event: NewEvent, hookId: number): number =>
  insert(store, event, new Date(0), "id = ?", hookId);

/** Adds a delivery to the hooks that a condition selects. Returns the id of the last one. */
const insert = (
  store: Store,
  { eventId, trigger, payload }: NewEvent,
  dueAt: Date,
  condition: string,
  ...values: readonly (number | string)[]
): number =>
  store.transaction(() =>
    store.run(
      `INSERT INTO hook_deliveries (hook_id, key, event_id, trigger_name, payload_id, due_at, created_at)
       SELECT id, lower(hex(randomblob(16))), ?, ?, ?, ?, ? FROM hooks WHERE ${condition}`,
      eventId,
      trigger,
      store.run("INSERT INTO hook_payloads (payload) VALUES (?)", payload),
      dueAt.toISOString(),
      timeNow(store),
      ...values,
    ),
  );

/** Deliveries that are looked for. */
export interface NextDeliveries {
  readonly count: number;
  /** Hooks whose deliveries are left out. */
  readonly withoutHooks: Iterable<number>;
  /** Ids of the only hooks of which deliveries are considered; of all hooks where it is undefined. */
  readonly onlyHooks?: Iterable<number>;
  /** Deliveries that are left out: their result is known and not stored yet. */
  readonly withoutIds: Iterable<number>;
}

const nextRow = z.object({ id: z.int(), hook_id: z.int() });

/** Returns of each hook the pending delivery that is due first, in the order in which they are due. Reads an index alone. */
export const nextDeliveries = (store: Store, query: NextDeliveries): Delivery[] =>
  store
    .all(
      `SELECT next.id, next.hook_id FROM hooks JOIN hook_deliveries AS next ON next.id = (
         SELECT id FROM hook_deliveries WHERE hook_id = hooks.id AND state = 'pending'
           AND id NOT IN (SELECT value FROM json_each(?1)) ORDER BY due_at, id LIMIT 1)
       WHERE hooks.id NOT IN (SELECT value FROM json_each(?2))
         AND (?3 IS NULL OR hooks.id IN (SELECT value FROM json_each(?3)))
       ORDER BY next.due_at, next.id LIMIT ?4`,
      JSON.stringify([...query.withoutIds]),
      JSON.stringify([...query.withoutHooks]),
      query.onlyHooks ? JSON.stringify([...query.onlyHooks]) : null,
      query.count,
    )
    .flatMap((row) => {
      const { id, hook_id: hookId } = nextRow.parse(row);
      return findDelivery(store, hookId, id) ?? [];
    });

const withPayload = `SELECT deliveries.*, payload FROM hook_deliveries AS deliveries
  JOIN hook_payloads ON hook_payloads.id = payload_id`;

export function findDelivery(store: Store, hookId: number, id: number): Delivery | null {
  const row = store.get(`${withPayload} WHERE hook_id = ? AND deliveries.id = ?`, hookId, id);
  return row ? toDelivery(row) : null;
}

/** Returns a page of a hook's deliveries, newest first, and how many there are. */
export function listDeliveries(
  store: Store,
  hookId: number,
  page: { readonly limit: number; readonly offset: number },
): { readonly deliveries: Delivery[]; readonly total: number } {
  const rows = store.all(
    `${withPayload} WHERE hook_id = ? ORDER BY deliveries.id DESC LIMIT ? OFFSET ?`,
    hookId,
    page.limit,
    page.offset,
  );
  const count = store.get("SELECT count(*) AS total FROM hook_deliveries WHERE hook_id = ?", hookId);
  return { deliveries: rows.map(toDelivery), total: parseCount("total", count) };
}

/** Result of an attempt. */
export interface DeliveryChange {
  readonly state: Delivery["state"];
  /** For what stays pending. */
  readonly dueAt: string;
  readonly attempts: readonly Attempt[];
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

/** An attempt with its result. */
export interface EndedAttempt {
  readonly delivery: Pick<Delivery, "id" | "hookId">;
  readonly change: DeliveryChange;
  /** Gives up all deliveries of the hook that were pending at this time as well: ISO. */
  readonly giveUpBefore: string | undefined;
}

/**
 * Records attempts in one transaction; gives up the oldest pending deliveries of each hook beyond those that may wait, and
 * deletes its oldest ended ones beyond those that are stored.
 */
export function recordAttempts(store: Store, attempts: readonly EndedAttempt[]): void {
  store.transaction(() => {
    for (const { delivery, change, giveUpBefore } of attempts) {
      store.run(
        `UPDATE hook_deliveries SET state = ?, due_at = ?, attempts = ?, request_headers = ?, response_headers = ?,
           response_body = ? WHERE id = ?`,
        change.state,
        change.dueAt,
        JSON.stringify(change.attempts),
        JSON.stringify(change.requestHeaders),
        JSON.stringify(change.responseHeaders),
        change.responseBody,
        delivery.id,
      );
      if (giveUpBefore !== undefined) giveUp(store, delivery.hookId, giveUpBefore);
    }
    const hooksOf = (some: readonly EndedAttempt[]) => new Set(some.map(({ delivery }) => delivery.hookId));
    for (const hookId of hooksOf(attempts)) trimPending(store, hookId);
    const ended = attempts.filter(({ change, giveUpBefore }) => change.state !== "pending" || giveUpBefore);
    for (const hookId of hooksOf(ended)) trimEnded(store, hookId);
  });
}

/** Attempts of a delivery that was given up without one. */
const unsent = (store: Store, error: string): string =>
  JSON.stringify([{ at: timeNow(store), duration: 0, status: null, error, nextAt: null }]);

function giveUp(store: Store, hookId: number, before: string): void {
  store.run(
    `UPDATE hook_deliveries SET state = 'failed', attempts = ?
       WHERE hook_id = ? AND state = 'pending' AND created_at <= ?`,
    unsent(store, "The hook could not be reached"),
    hookId,
    before,
  );
}

function trimPending(store: Store, hookId: number): void {
  store.run(
    `UPDATE hook_deliveries SET state = 'failed', attempts = ?1 WHERE hook_id = ?2 AND state = 'pending' AND id <= (
       SELECT id FROM hook_deliveries WHERE hook_id = ?2 AND state = 'pending' ORDER BY id DESC LIMIT 1 OFFSET ?3)`,
    unsent(store, "Too many deliveries were waiting"),
    hookId,
    maxPending,
  );
}

function trimEnded(store: Store, hookId: number): void {
  store.run(
    `DELETE FROM hook_deliveries WHERE id IN (SELECT id FROM hook_deliveries
       WHERE hook_id = ? AND state <> 'pending' ORDER BY id DESC LIMIT -1 OFFSET ?)`,
    hookId,
    maxEnded,
  );
}
