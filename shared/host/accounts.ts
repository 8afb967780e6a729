import { z } from "zod";
import { hostRoute, routePath } from "./host-route.ts";

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

const checkAccountBody = z.strictObject({ url: z.url(), token, ask: z.boolean().default(true) });

export const addAccountBody = z.strictObject({
  url: z.url(),
  token,
  name: z.string().min(1).max(100).optional(),
  keep: z.enum(["keychain", "memory"]).default("keychain"),
});

export const changeAccountBody = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  token: token.optional(),
});

export const accountList = z.array(account);

/**
 * Search parameters that the host itself reads from an operation's URL and does not send on.
 * `helve-pages=all`: every page of a list, fetched in parallel, returned as one JSON array.
 * `helve-cache=only`: the disk cache's response, or the problem `offline`; never the network.
 * `helve-pin=NAME`: the response, whatever its size, is pinned on disk until the name is released (`accountRoutes.unpin`).
 */
export const hostParameters = { pages: "helve-pages", cache: "helve-cache", pin: "helve-pin" } as const;

const pinnedList = z.array(
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
 * Headers of a request whose body is a file as it is, which the host sends on while it arrives: the percent-encoded name and
 * the bytes. For operations that take one file and nothing else beside the parameters of their path.
 */
export const fileHeaders = { name: "helve-file-name", size: "helve-file-size" } as const;

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

/** A file that was uploaded to a project, which is named by its full path or id. */
const projectUpload = z.object({
  project: z.string().min(1),
  secret: z.string().regex(/^[\da-f]{10,64}$/),
  filename: z.string().min(1),
});
export type ProjectUpload = z.output<typeof projectUpload>;

/** The accounts, and what concerns one of them but its artifacts. */
export const accountRoutes = {
  /** The accounts in the user's order. */
  list: hostRoute("GET /accounts", { response: accountList }),
  /**
   * Checks a URL and token without storing anything. The shell confirms a service that is new; with `ask` false the
   * problem `unconfirmed` is returned instead.
   */
  check: hostRoute("POST /accounts/check", { body: checkAccountBody, response: accountCheck }),
  /**
   * Stores an account. The shell confirms a service that is new. With no keychain on the machine the host returns the
   * problem `keychain`, and the caller may repeat with `keep: "memory"`.
   */
  add: hostRoute("POST /accounts", { body: addAccountBody, response: account, status: 201 }),
  /** Takes every account id, in the new order. */
  order: hostRoute("PUT /accounts/order", {
    body: z.strictObject({ ids: z.array(z.string()) }),
    response: accountList,
  }),
  /** Renames an account, or gives it a new token. */
  change: hostRoute("PATCH /accounts/:id", { body: changeAccountBody, response: account }),
  /** Deletes an account, its token and its cache. */
  remove: hostRoute("DELETE /accounts/:id"),
  /**
   * Ends the wait that an account's service has requested (the event `rate-limit` says until when), so that the next
   * calls are sent at once.
   */
  liftRateLimit: hostRoute("DELETE /accounts/:id/rate-limit"),
  /** Tries at once to reach the account's service, which is offline; the event `connectivity` has the result. */
  reconnect: hostRoute("POST /accounts/:id/connection"),
  /** Proxies an operation of the contract; `*` is its path below `/api/v4`. */
  operations: hostRoute("ALL /accounts/:id/operations/*", { raw: "operation" }),
  /** Pinned responses by name, newest first. */
  pinned: hostRoute("GET /accounts/:id/pinned", { response: pinnedList }),
  /** Releases the responses that are pinned under a name. */
  unpin: hostRoute("DELETE /accounts/:id/pinned", { query: z.object({ name: z.string().default("") }) }),
  /**
   * Fetches a picture of a person from the account's own service, without token, cookies or referrer; pictures elsewhere
   * are refused. Responds as `imageRoutes.fetch` does.
   */
  picture: hostRoute("GET /accounts/:account/picture", {
    query: z.object({ url: z.string().default("") }),
    raw: "bytes",
  }),
  /**
   * Fetches the picture of a person or project, at most 1 MB: from the account's own service, with its token where the path is
   * that of pictures; from another host only where the user allowed its images (`imageRoutes.allowHosts`), which is
   * never asked here. Responds as `imageRoutes.fetch` does, and from memory the next time.
   */
  avatar: hostRoute("GET /accounts/:account/avatar", {
    query: z.object({ url: z.string().default("") }),
    raw: "bytes",
  }),
  /**
   * Reads an image that was uploaded to a project, by the operation `getProjectUpload` and no other, with the account's token,
   * at most 10 MB. Responds as `imageRoutes.fetch` does.
   */
  upload: hostRoute("GET /accounts/:account/upload", { query: projectUpload, raw: "bytes" }),
};

/** Returns the path under which an account's operations are proxied. */
export const operationsPath = (id: string): string => routePath(accountRoutes.operations, { id, "*": "" });
