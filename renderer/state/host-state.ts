import { create } from "zustand";
import type { Account } from "../../shared/host/accounts.ts";
import type { Download } from "../../shared/host/downloads.ts";
import type { HostEvent } from "../../shared/host/events.ts";
import type { MergeQueueState } from "../../shared/host/merge-queue.ts";
import type { Publish } from "../../shared/host/publishes.ts";
import type { WaitingWrite } from "../../shared/host/tools.ts";
import type { Watch } from "../../shared/host/watches.ts";

export type Connectivity = Extract<HostEvent, { type: "connectivity" }>;
type RateLimit = Extract<HostEvent, { type: "rate-limit" }>;
export type Requests = Extract<HostEvent, { type: "requests" }>;

/** The last state that the host sent over its event stream. */
interface HostState {
  /** Whether the stream is open; null before the first connection. */
  readonly connected: boolean | null;
  /** Null until the host has sent them. */
  readonly accounts: readonly Account[] | null;
  readonly connectivity: Readonly<Record<string, Connectivity>>;
  /** Number of reconnects to each account's service, and of the ends of its rate limit. */
  readonly reconnects: Readonly<Record<string, number>>;
  readonly rateLimits: Readonly<Record<string, RateLimit>>;
  readonly requests: Readonly<Record<string, Requests>>;
  /** Newest first. */
  readonly downloads: readonly Download[];
  /** Newest first. */
  readonly watches: readonly Watch[];
  /** Writes that tools ask for, the oldest first. */
  readonly toolWrites: readonly WaitingWrite[];
  readonly mergeQueue: MergeQueueState;
  /** Newest first; null until the host has sent them. */
  readonly publishes: readonly Publish[] | null;
}

/** The host's state; written by `app` alone. */
export const useHostState = create<HostState>(() => ({
  connected: null,
  accounts: null,
  connectivity: {},
  reconnects: {},
  rateLimits: {},
  requests: {},
  downloads: [],
  watches: [],
  toolWrites: [],
  mergeQueue: { entries: [], paused: [] },
  publishes: null,
}));

/** Returns the state after an event. Events that request an action (`navigate`, `command`) change nothing here. */
export function afterEvent(state: HostState, event: HostEvent): HostState {
  switch (event.type) {
    case "accounts":
      // Nothing is drawn again for the accounts that came with the HTML.
      return JSON.stringify(state.accounts) === JSON.stringify(event.accounts)
        ? state
        : { ...state, accounts: event.accounts };
    case "connectivity": {
      const { accountId: id } = event;
      const back = event.state === "online" && state.connectivity[id]?.state === "offline";
      const reconnects = back ? reconnected(state, id) : state.reconnects;
      return { ...state, reconnects, connectivity: { ...state.connectivity, [id]: event } };
    }
    case "rate-limit": {
      const { accountId: id, resumesAt } = event;
      const resumed = resumesAt === null && (state.rateLimits[id]?.resumesAt ?? null) !== null;
      const reconnects = resumed ? reconnected(state, id) : state.reconnects;
      return { ...state, reconnects, rateLimits: { ...state.rateLimits, [id]: event } };
    }
    case "requests":
      return { ...state, requests: { ...state.requests, [event.accountId]: event } };
    case "download": {
      const known = state.downloads.some(({ id }) => id === event.download.id);
      const downloads = known
        ? state.downloads.map((entry) => (entry.id === event.download.id ? event.download : entry))
        : [event.download, ...state.downloads];
      return { ...state, downloads };
    }
    case "download-removed":
      return { ...state, downloads: state.downloads.filter(({ id }) => id !== event.id) };
    case "watches":
      return { ...state, watches: event.watches };
    case "tool-writes":
      return { ...state, toolWrites: event.writes };
    case "merge-queue":
      return { ...state, mergeQueue: event.queue };
    case "publishes":
      return { ...state, publishes: event.publishes };
    default:
      return state;
  }
}

const reconnected = ({ reconnects }: HostState, account: string): HostState["reconnects"] => ({
  ...reconnects,
  [account]: (reconnects[account] ?? 0) + 1,
});

/** Returns every account; an empty list until the host has sent them. */
export const useAccounts = (): readonly Account[] => useHostState((state) => state.accounts) ?? none;
const none: readonly Account[] = [];

/** Returns an account by id, undefined when there is none. */
export const useAccount = (id: string | null): Account | undefined =>
  useHostState((state) => state.accounts?.find((account) => account.id === id));

/** Returns the host of an account's service while it cannot be reached; null else. */
export function useAwayHost(id: string | null): string | null {
  const isAway = useHostState(({ connectivity }) => id !== null && connectivity[id]?.state === "offline");
  const account = useAccount(id);
  return isAway && account ? new URL(account.url).host : null;
}

/** Returns the number of reconnects to an account's service; failed requests are retried when it changes. */
export const useReconnects = (account: string): number =>
  useHostState((state) => state.reconnects[account] ?? 0);

interface NamedAccount extends Pick<Account, "id" | "name" | "url" | "kind"> {
  readonly check: { readonly user: { readonly username: string } } | null;
}

/**
 * Returns whose account it is: `@user on host`, without the host where it is the only account, and with a number where
 * another is that user's on that host too; its name as long as the service has not said the user.
 */
export function accountIdentity(accounts: readonly NamedAccount[], account: NamedAccount): string {
  const identity = userOnHost(account);
  if (accounts.length < 2) return account.check ? `@${account.check.user.username}` : account.name;
  const index = accounts
    .filter((entry) => userOnHost(entry) === identity)
    .findIndex(({ id }) => id === account.id);
  return index > 0 ? `${identity} (${index + 1})` : identity;
}

function userOnHost({ check, kind, name, url }: NamedAccount): string {
  if (!check) return name;
  return `@${check.user.username} on ${kind === "local" ? "this computer" : new URL(url).host}`;
}

/** Returns {@link accountIdentity} where there are several accounts; null where there is one, none, or none of this id. */
export function accountLabel(accounts: readonly NamedAccount[], id: string): string | null {
  const account = accounts.find((entry) => entry.id === id);
  return account && accounts.length > 1 ? accountIdentity(accounts, account) : null;
}

/** {@link accountLabel} for the accounts that there are. */
export function useAccountLabel(): (id: string | null | undefined) => string | null {
  const accounts = useAccounts();
  return (id) => (id ? accountLabel(accounts, id) : null);
}

/** {@link accountIdentity} among the accounts that there are. */
export function useAccountIdentity(): (account: NamedAccount) => string {
  const accounts = useAccounts();
  return (account) => accountIdentity(accounts, account);
}
