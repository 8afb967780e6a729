import { z } from "zod";
import {
  type BranchFilterStrategy,
  branchFilterStrategies,
  hookTriggers,
} from "../../../../shared/api/resources/project-hooks.ts";
import { timeNow } from "../../clock.ts";
import { flag, textOrNull } from "../rows.ts";
import { seal, unseal } from "../seal.ts";
import type { Store } from "../store.ts";

/** Kinds of events that a system hook can be switched on for. All others are sent to every system hook. */
export const systemSwitches = [
  "push_events",
  "tag_push_events",
  "merge_requests_events",
  "repository_update_events",
] as const;

/** Kinds of events that some hook has a switch for: each is a column. */
const hookSwitches = ["repository_update_events", ...hookTriggers] as const;
/** A kind of event that a hook has a switch for. */
export type HookSwitch = (typeof hookSwitches)[number];

const hookRow = z
  // The switches have columns of their own.
  .looseObject({
    id: z.int(),
    project_id: z.int().nullable(),
    url: z.string(),
    sealed_token: textOrNull,
    name: z.string(),
    description: z.string(),
    push_events_branch_filter: z.string(),
    branch_filter_strategy: z.enum(branchFilterStrategies),
    enable_ssl_verification: flag,
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    sealedToken: row.sealed_token,
    name: row.name,
    description: row.description,
    events: new Set<HookSwitch>(hookSwitches.filter((name) => flag.parse(row[name]))),
    branches: { filter: row.push_events_branch_filter, strategy: row.branch_filter_strategy },
    checksCertificates: row.enable_ssl_verification,
    createdAt: row.created_at,
  }));

/** A hook of the whole service, or of a project where it has one. Its token is sealed: {@link hookToken} opens it. */
export type Hook = Readonly<z.output<typeof hookRow>>;

/** Branches whose pushes a hook gets: all where the filter is empty. */
export interface BranchFilter {
  readonly filter: string;
  readonly strategy: BranchFilterStrategy;
}

export interface NewHook {
  /** Null for a hook of the whole service, as where it is left out. */
  readonly projectId?: number | null;
  readonly url: string;
  /** Sent with each delivery, so that the receiver can verify the sender. */
  readonly token: string | null;
  readonly name?: string;
  readonly description?: string;
  readonly events: ReadonlySet<HookSwitch>;
  /** Branches whose pushes a hook of a project gets; all where it is left out. */
  readonly branches?: BranchFilter;
  readonly checksCertificates: boolean;
}

const toHook = (row: unknown): Hook => hookRow.parse(row);
// Of hooks of projects, too: what older versions sealed is opened by the same name.
const owner = (id: number): string => `system hook ${id}`;

/** Returns the hooks of a project; those of the whole service for null. */
export const listHooks = (store: Store, projectId: number | null): Hook[] =>
  store.all("SELECT * FROM hooks WHERE project_id IS ? ORDER BY id", projectId).map(toHook);

/** Hooks that may get an event. */
export interface EventHooks {
  /** The switch that a hook has on; null for what has none. */
  readonly hookSwitch: HookSwitch | null;
  /** Project whose hooks they are; null for those of the whole service. */
  readonly projectId: number | null;
  /** Hooks that do not get it, whatever their switches. */
  readonly except?: readonly number[];
}

/** Returns the condition of hooks that get an event, and its values. */
export function hooksOfEvent({ hookSwitch, projectId, except = [] }: EventHooks): {
  readonly condition: string;
  readonly values: readonly (number | string)[];
} {
  const known: readonly string[] = projectId === null ? systemSwitches : hookTriggers;
  // What has no switch goes to every hook of the service.
  const isSent = hookSwitch === null ? projectId === null : known.includes(hookSwitch);
  if (!isSent) return { condition: "FALSE", values: [] };
  const isOn = hookSwitch === null ? "" : ` AND ${hookSwitch} = 1`;
  if (projectId === null) return { condition: `project_id IS NULL${isOn}`, values: [] };
  return {
    condition: `project_id = ?${isOn} AND id NOT IN (SELECT value FROM json_each(?))`,
    values: [projectId, JSON.stringify(except)],
  };
}

/** Returns whether any of some hooks gets an event. */
export function isSentTo(store: Store, hooks: EventHooks): boolean {
  const { condition, values } = hooksOfEvent(hooks);
  return store.get(`SELECT 1 FROM hooks WHERE ${condition} LIMIT 1`, ...values) !== undefined;
}

/** Returns whether any hook of the whole service or of a project, but for some of these, gets an event of a kind. */
export const hasHookFor = (
  store: Store,
  hookSwitch: HookSwitch | null,
  projectId: number,
  except: readonly number[] = [],
): boolean =>
  isSentTo(store, { hookSwitch, projectId: null }) || isSentTo(store, { hookSwitch, projectId, except });

/** Returns whether there is a hook of the whole service or of a project, whatever it is switched on for. */
export const hasHook = (store: Store, projectId: number): boolean =>
  store.get("SELECT 1 FROM hooks WHERE project_id IS NULL OR project_id = ? LIMIT 1", projectId) !==
  undefined;

/** Returns whether any project has a hook. */
export const hasProjectHooks = (store: Store): boolean =>
  store.get("SELECT 1 FROM hooks WHERE project_id IS NOT NULL LIMIT 1") !== undefined;

export function findHook(store: Store, id: number): Hook | null {
  const row = store.get("SELECT * FROM hooks WHERE id = ?", id);
  return row ? toHook(row) : null;
}

const columns = `url, name, description, push_events_branch_filter, branch_filter_strategy, enable_ssl_verification, ${hookSwitches.join(", ")}`;
const valuesOf = (hook: NewHook) => [
  hook.url,
  hook.name ?? "",
  hook.description ?? "",
  hook.branches?.filter ?? "",
  hook.branches?.strategy ?? "wildcard",
  Number(hook.checksCertificates),
  ...hookSwitches.map((name) => Number(hook.events.has(name))),
];

export function insertHook(store: Store, hook: NewHook): Hook {
  const values = valuesOf(hook);
  const id = store.transaction(() => {
    const added = store.run(
      `INSERT INTO hooks (project_id, created_at, ${columns}) VALUES (?, ?, ${values.map(() => "?").join(", ")})`,
      hook.projectId ?? null,
      timeNow(store),
      ...values,
    );
    if (hook.token !== null) setToken(store, added, hook.token);
    return added;
  });
  return requireStored(store, id);
}

/** Changes a hook; null keeps its token, and an empty one removes it. */
export function updateHook(store: Store, id: number, hook: NewHook): Hook {
  const values = valuesOf(hook);
  const { token } = hook;
  const sealed = token === null ? findHook(store, id)?.sealedToken : token && seal(store, owner(id), token);
  store.run(
    `UPDATE hooks SET (${columns}, sealed_token) = (${values.map(() => "?").join(", ")}, ?) WHERE id = ?`,
    ...values,
    sealed || null,
    id,
  );
  return requireStored(store, id);
}

const setToken = (store: Store, id: number, token: string): void => {
  store.run("UPDATE hooks SET sealed_token = ? WHERE id = ?", seal(store, owner(id), token), id);
};

function requireStored(store: Store, id: number): Hook {
  const stored = findHook(store, id);
  if (!stored) throw new Error("the hook was not stored");
  return stored;
}

/** Returns the secret that a hook's receiver expects, null for none. */
export const hookToken = (store: Store, { id, sealedToken }: Hook): string | null =>
  sealedToken === null ? null : unseal(store, owner(id), sealedToken);

/** Deletes a hook with its deliveries, also those that are pending. */
export function deleteHook(store: Store, id: number): void {
  store.run("DELETE FROM hooks WHERE id = ?", id);
}
