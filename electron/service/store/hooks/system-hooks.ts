import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { flag, textOrNull } from "../rows.ts";
import { seal, unseal } from "../seal.ts";
import type { Store } from "../store.ts";

/** Kinds of events that a hook can be switched on for. All others are sent to every hook. */
export const hookSwitches = [
  "push_events",
  "tag_push_events",
  "merge_requests_events",
  "repository_update_events",
] as const;
/** A kind of event that each hook has a switch for. */
export type HookSwitch = (typeof hookSwitches)[number];

const hookRow = z
  .object({
    id: z.int(),
    url: z.string(),
    sealed_token: textOrNull,
    push_events: flag,
    tag_push_events: flag,
    merge_requests_events: flag,
    repository_update_events: flag,
    enable_ssl_verification: flag,
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    url: row.url,
    sealedToken: row.sealed_token,
    events: new Set<HookSwitch>(hookSwitches.filter((name) => row[name])),
    checksCertificates: row.enable_ssl_verification,
    createdAt: row.created_at,
  }));

/** A hook of the whole service. Its token is sealed: {@link hookToken} opens it. */
export type SystemHook = Readonly<z.output<typeof hookRow>>;

export interface NewSystemHook {
  readonly url: string;
  /** Sent with each delivery, so that the receiver can verify the sender. */
  readonly token: string | null;
  readonly events: ReadonlySet<HookSwitch>;
  readonly checksCertificates: boolean;
}

const toHook = (row: unknown): SystemHook => hookRow.parse(row);
const owner = (id: number): string => `system hook ${id}`;

export const listSystemHooks = (store: Store): SystemHook[] =>
  store.all("SELECT * FROM system_hooks ORDER BY id").map(toHook);

/** Returns whether there is any hook: with a switch on, where one is given. */
export const hasSystemHook = (store: Store, hookSwitch: HookSwitch | null): boolean =>
  store.get(`SELECT 1 FROM system_hooks${hookSwitch === null ? "" : ` WHERE ${hookSwitch} = 1`} LIMIT 1`) !==
  undefined;

export function findSystemHook(store: Store, id: number): SystemHook | null {
  const row = store.get("SELECT * FROM system_hooks WHERE id = ?", id);
  return row ? toHook(row) : null;
}

export function insertSystemHook(store: Store, hook: NewSystemHook): SystemHook {
  const id = store.transaction(() => {
    const added = store.run(
      `INSERT INTO system_hooks (url, push_events, tag_push_events, merge_requests_events,
         repository_update_events, enable_ssl_verification, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      hook.url,
      ...hookSwitches.map((name) => Number(hook.events.has(name))),
      Number(hook.checksCertificates),
      timeNow(store),
    );
    if (hook.token !== null) {
      const sealed = seal(store, owner(added), hook.token);
      store.run("UPDATE system_hooks SET sealed_token = ? WHERE id = ?", sealed, added);
    }
    return added;
  });
  const inserted = findSystemHook(store, id);
  if (!inserted) throw new Error("the hook was not stored");
  return inserted;
}

/** Returns the secret that a hook's receiver expects, null for none. */
export const hookToken = (store: Store, { id, sealedToken }: SystemHook): string | null =>
  sealedToken === null ? null : unseal(store, owner(id), sealedToken);

/** Deletes a hook with its deliveries, also those that are pending. */
export function deleteSystemHook(store: Store, id: number): void {
  store.run("DELETE FROM system_hooks WHERE id = ?", id);
}
