import { isIP } from "node:net";
import { hookTriggers } from "../../../../shared/api/resources/project-hooks.ts";
import { addressKind, isLoopback, type Reach } from "../../../system/address.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findDelivery, listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import {
  deleteHook,
  findHook,
  type Hook,
  type HookSwitch,
  insertHook,
  listHooks,
  systemSwitches,
  updateHook,
} from "../../store/hooks/hooks.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { PageRequest } from "../paged.ts";
import { invalidFields, notFound } from "../refusal.ts";
import { changedFilter, type FilterInput } from "./branch-filter.ts";
import { queueFor, withoutAddresses } from "./queued-deliveries.ts";
import { sampleEvent } from "./sample-event.ts";

/** Body of a test, as services send it. */
const samplePayload = {
  event_name: "project_create",
  name: "Ruby",
  path: "ruby",
  project_id: 1,
  owner_name: "Someone",
  owner_email: "example@example.com",
};

/** Returns a hook of a project, of the whole service for null. Throws `notFound`. */
function requireHook(store: ServiceStore, id: number, projectId: number | null = null): Hook {
  const hook = findHook(store, id);
  if (!hook || hook.projectId !== projectId) throw notFound();
  return hook;
}

/** Returns the hooks of the whole service. */
export const allHooks = (store: ServiceStore): Hook[] => listHooks(store, null);

/** Deletes a hook of the whole service. Throws `notFound`. */
export const removeHook = (store: ServiceStore, id: number): void =>
  deleteHook(store, requireHook(store, id).id);

/** Events that a hook gets unless the caller chooses, as services have it. */
const defaultSwitches = { repository_update_events: true } as const;
const projectDefaults = { push_events: true } as const;

/** Hooks of one project: each event is stored for all of them. */
const maxProjectHooks = 100;

/** A hook to add: its address, and which events it gets. */
interface HookInput extends Partial<Readonly<Record<HookSwitch, boolean | undefined>>> {
  readonly url: string;
  readonly token?: string;
  readonly enable_ssl_verification?: boolean;
}

/** A hook of a project. */
interface ProjectHookInput extends HookInput, FilterInput {
  readonly name?: string;
  readonly description?: string;
}

/** Adds a hook of the whole service. Throws `invalidFields` for an address that is not delivered to. */
export function addHook(store: ServiceStore, input: HookInput): Hook {
  requireUrl(store, input.url);
  const switches: HookInput = { ...defaultSwitches, ...input };
  return insertHook(store, {
    url: input.url,
    token: input.token || null,
    events: new Set(systemSwitches.filter((name) => switches[name])),
    checksCertificates: input.enable_ssl_verification ?? true,
  });
}

/** Returns the webhooks of a project. */
export const projectHooks = (store: ServiceStore, project: Project): Hook[] => listHooks(store, project.id);

/** Returns a webhook of a project. Throws `notFound`. */
export const requireProjectHook = (store: ServiceStore, project: Project, id: number): Hook =>
  requireHook(store, id, project.id);

/** Adds a webhook. Throws `invalidFields` for an address that is not delivered to, and where the project has too many. */
export function addProjectHook(store: ServiceStore, project: Project, input: ProjectHookInput): Hook {
  requireUrl(store, input.url);
  if (listHooks(store, project.id).length >= maxProjectHooks)
    throw invalidFields({ base: [`Maximum number of project hooks (${maxProjectHooks}) exceeded`] });
  const switches: HookInput = { ...projectDefaults, ...input };
  return insertHook(store, {
    projectId: project.id,
    url: input.url,
    token: input.token || null,
    name: input.name ?? "",
    description: input.description ?? "",
    events: new Set(hookTriggers.filter((name) => switches[name])),
    branches: changedFilter({ filter: "", strategy: "wildcard" }, input),
    checksCertificates: input.enable_ssl_verification ?? true,
  });
}

/**
 * Changes a webhook; what is left out stays, but for the token where the address has another origin: it is not sent to
 * somebody else. Throws `notFound` and `invalidFields`.
 */
export function changeProjectHook(
  store: ServiceStore,
  project: Project,
  id: number,
  input: ProjectHookInput,
): Hook {
  const known = requireProjectHook(store, project, id);
  requireUrl(store, input.url);
  const isMoved = new URL(known.url).origin !== new URL(input.url).origin;
  return updateHook(store, id, {
    url: input.url,
    token: input.token ?? (isMoved ? "" : null),
    name: input.name ?? known.name,
    description: input.description ?? known.description,
    events: new Set(hookTriggers.filter((name) => input[name] ?? known.events.has(name))),
    branches: changedFilter(known.branches, input),
    checksCertificates: input.enable_ssl_verification ?? known.checksCertificates,
  });
}

/** Deletes a webhook. Throws `notFound`. */
export const removeProjectHook = (store: ServiceStore, project: Project, id: number): void =>
  deleteHook(store, requireProjectHook(store, project, id).id);

/** Queues an event of the newest thing of a kind for a webhook. Throws `notFound`, and `invalid` where there is none. */
export async function testWebhook(
  context: Parameters<typeof sampleEvent>[0],
  id: number,
  trigger: HookSwitch,
): Promise<void> {
  const { store, project } = context;
  requireProjectHook(store, project, id);
  const payload = JSON.stringify(withoutAddresses(await sampleEvent(context, trigger)));
  // It may have been deleted meanwhile.
  queueFor(store, requireProjectHook(store, project, id), { trigger: "test", payload });
}

/** Queues the sample payload for a hook and returns it. */
export function queueSampleDelivery(store: ServiceStore, id: number): typeof samplePayload {
  queueFor(store, requireHook(store, id), { trigger: "test", payload: JSON.stringify(samplePayload) });
  return samplePayload;
}

/** Returns a page of what was delivered to a hook of a project, of the service for null. Throws `notFound`. */
export function eventsOf(
  store: ServiceStore,
  id: number,
  page: PageRequest,
  projectId: number | null = null,
) {
  const hook = requireHook(store, id, projectId);
  const { number, perPage } = page;
  return { hook, ...listDeliveries(store, id, { limit: perPage, offset: (number - 1) * perPage }) };
}

/** Queues what was delivered to a hook once more. Throws `notFound`. */
export function resendEvent(
  store: ServiceStore,
  id: number,
  eventId: number,
  projectId: number | null = null,
): void {
  const hook = requireHook(store, id, projectId);
  const delivery = findDelivery(store, id, eventId);
  if (!delivery) throw notFound();
  queueFor(store, hook, delivery);
}

/** Returns the addresses that a store's hooks may reach: never link-local ones, where clouds serve credentials. */
export const hookReach = (store: ServiceStore): Reach =>
  store.allowsLocalHooks ? "local-elsewhere" : "public";

/** Throws `invalidFields` for an address that is not delivered to. */
function requireUrl(store: ServiceStore, url: string): void {
  const problem = urlProblem(store, url);
  if (problem) throw invalidFields({ url: [problem] });
}

/** Returns why a hook may not have a URL, null where it may. The addresses of a name are checked at each delivery. */
function urlProblem(store: ServiceStore, text: string): string | null {
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "is blocked: Only allowed schemes are http, https";
  }
  if (url.username || url.password) return "is blocked: Use the token instead of a user name and password";
  const kind = isLoopback(url) ? "loopback" : addressKind(url.hostname);
  if (kind === "link-local") return "is blocked: Requests to the link local network are not allowed";
  if ((kind === "loopback" || kind === "private") && !store.allowsLocalHooks) {
    return "is blocked: Requests to the local network are not allowed. HELVE_ALLOW_LOCAL_HOOKS=1 in the environment of the service allows them";
  }
  if (kind === "special" && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    return "is blocked: Requests to addresses that are not public are not allowed";
  return null;
}
