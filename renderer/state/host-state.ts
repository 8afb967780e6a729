import { create } from "zustand";
import type { Account } from "../../shared/host/accounts.ts";
import type { Download } from "../../shared/host/downloads.ts";
import type { HostEvent } from "../../shared/host/events.ts";
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

interface LabelledAccount extends Pick<Account, "id" | "name" | "url"> {
  readonly check: { readonly user: { readonly username: string } } | null;
}

/**
 * Returns a label that distinguishes an account: its name, with the service's host where another has the same name, with
 * the user where that is on the same host, and with a number where nothing else differs; null where it is the only one.
 */
export function accountLabel(accounts: readonly LabelledAccount[], id: string): string | null {
  const account = accounts.find((entry) => entry.id === id);
  if (!account || accounts.length < 2) return null;
  const { name } = account;
  const namesakes = accounts.filter((entry) => entry.name === name);
  if (namesakes.length === 1) return name;
  const host = hostOf(account);
  if (namesakes.filter((entry) => hostOf(entry) === host).length === 1) return `${name} (${host})`;
  const user = userOf(account);
  const index = namesakes.filter((entry) => userOf(entry) === user).indexOf(account);
  return `${name} (${index === 0 ? user : `${user}, ${index + 1}`})`;
}

/**
 * Returns whose account it is: `@user on host`, without the host where it is the only account; its name as long as the
 * service has not said the user.
 */
export function accountIdentity(
  accounts: readonly { readonly id: string }[],
  account: LabelledAccount & Pick<Account, "kind">,
): string {
  if (!account.check) return account.name;
  const user = `@${account.check.user.username}`;
  if (accounts.length < 2) return user;
  return `${user} on ${account.kind === "local" ? "this computer" : hostOf(account)}`;
}

/** Returns whose account it is where there are several, null where there is one, none, or none of this id. */
export function useAccountIdentity(id: string | null): string | null {
  const accounts = useAccounts();
  const account = accounts.find((entry) => entry.id === id);
  return account && accounts.length > 1 ? accountIdentity(accounts, account) : null;
}

const hostOf = ({ url }: LabelledAccount): string => new URL(url).host;
const userOf = (account: LabelledAccount): string =>
  account.check ? `${account.check.user.username} at ${hostOf(account)}` : hostOf(account);

/** {@link accountLabel} for the accounts that there are. */
export function useAccountLabel(): (id: string) => string | null {
  const accounts = useAccounts();
  return (id) => accountLabel(accounts, id);
}
