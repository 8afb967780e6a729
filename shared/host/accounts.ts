import { z } from "zod";

/** Result of an account's last check. */
export const accountCheck = z.object({
  /** Version text of the service, or null where it hides it. */
  version: z.string().nullable(),
  user: z.object({
    id: z.int(),
    name: z.string(),
    username: z.string(),
    avatar_url: z.string().nullable(),
    web_url: z.string().nullable(),
    is_admin: z.boolean(),
  }),
  /** Scopes of the token where the service reports them (15.5 and later), else null. */
  scopes: z.array(z.string()).nullable(),
  /** ISO date on which the token expires, where reported. */
  expires_at: z.string().nullable(),
  checked_at: z.iso.datetime(),
});
export type AccountCheck = z.output<typeof accountCheck>;

/** One service base URL, one token (known to the host alone) and the user that the token belongs to. */
export const account = z.object({
  id: z.string(),
  name: z.string(),
  /** Base URL without trailing slash and without `/api/v4`. */
  url: z.url(),
  kind: z.enum(["local", "remote"]),
  /** Storage of the token: the OS keychain, or memory for this run only. */
  token: z.enum(["keychain", "memory", "missing"]),
  check: accountCheck.nullable(),
});
export type Account = z.output<typeof account>;

/** A personal access token, as services make them: visible ASCII. Anything else is not sent. */
const token = z
  .string()
  .min(1)
  .max(2048)
  .regex(/^[\x21-\x7e]+$/, "A token has letters, digits and signs without spaces");

/**
 * `POST /accounts/check`: check a URL and token without storing anything. The shell confirms a service that is new;
 * with `ask` false the problem `unconfirmed` is returned instead. Returns {@link accountCheck}.
 */
export const checkAccountBody = z.strictObject({ url: z.url(), token, ask: z.boolean().default(true) });

/**
 * `POST /accounts`: store an account. The shell confirms a service that is new. With no keychain on the machine the host returns the problem
 * `keychain`, and the caller may repeat with `keep: "memory"`. Returns 201 {@link account}.
 */
export const addAccountBody = z.strictObject({
  url: z.url(),
  token,
  name: z.string().min(1).max(100).optional(),
  keep: z.enum(["keychain", "memory"]).default("keychain"),
});

/** `PATCH /accounts/:id`: rename, or set a new token. Returns {@link account}. */
export const changeAccountBody = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  token: token.optional(),
});

/** `PUT /accounts/order`: every account id, in the new order. Returns the list. */
export const orderAccountsBody = z.strictObject({ ids: z.array(z.string()) });

/** `GET /accounts` returns this list, in the user's order. `DELETE /accounts/:id` returns 204. */
export const accountList = z.array(account);

/** Path under which an account's operations are proxied: `/accounts/:id/operations` + the `/api/v4` path. */
export const operationsPath = (accountId: string): string =>
  `/accounts/${encodeURIComponent(accountId)}/operations`;

/**
 * Path of the wait that an account's service has requested (the event `rate-limit` says until when). `DELETE` lifts it,
 * so that the next calls are sent at once: 204.
 */
export const rateLimitPath = (accountId: string): string =>
  `/accounts/${encodeURIComponent(accountId)}/rate-limit`;

/**
 * Search parameters that the host itself reads from an operation's URL and does not send on.
 * `helve-pages=all`: every page of a list, fetched in parallel, returned as one JSON array.
 * `helve-cache=only`: the disk cache's response, or the problem `offline`; never the network.
 * `helve-pin=NAME`: the response, whatever its size, is pinned on disk until the name is released ({@link pinnedPath}).
 */
export const hostParameters = { pages: "helve-pages", cache: "helve-cache", pin: "helve-pin" } as const;

/** Returns the path of an account's pinned responses. `GET` returns {@link pinnedList}. */
export const pinnedPath = (accountId: string): string => `/accounts/${encodeURIComponent(accountId)}/pinned`;

/** Pinned responses by name, newest first. `DELETE {pinnedPath}?name=NAME` releases them: 204. */
export const pinnedList = z.array(
  z.object({
    name: z.string(),
    responses: z.int(),
    bytes: z.int(),
    pinned_at: z.iso.datetime(),
  }),
);
export type PinnedResource = z.output<typeof pinnedList>[number];

/**
 * Headers that the host adds to a proxied response. `age`: seconds since the data was known to be current, 0 when
 * it was fetched or revalidated just now; `source`: `network`, `revalidated` or `cache` (offline, or requested). `problem`:
 * what went wrong, as percent-encoded JSON, where a response to HEAD has no body for it.
 */
export const hostHeaders = {
  age: "helve-age",
  source: "helve-source",
  gap: "helve-list-gap",
  problem: "helve-problem",
} as const;

/**
 * Reason why a whole list is incomplete, as percent-encoded JSON in the header `gap`; a complete list has no such
 * header. `failed`: a page could not be read. `repeats`: a page of the service links back to a previous one, or repeats
 * its entries. `endless`: the service names more pages than it has, or than are followed. `short`: it counts more entries
 * than it sends. `too_large`: the list goes on beyond the limit of what is read at once.
 */
export const listGap = z.object({
  reason: z.enum(["failed", "repeats", "endless", "short", "too_large"]),
  /** Entries that were read. */
  have: z.int(),
  /** Entries in all as the service counts them, null where it does not. */
  total: z.int().nullable(),
  /** Description, where a page could not be read; may be empty. */
  message: z.string(),
});
export type ListGap = z.output<typeof listGap>;
