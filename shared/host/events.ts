import { z } from "zod";
import { originalState, refMove } from "../api/resources/local-repositories.ts";
import { account } from "./accounts.ts";
import { download } from "./downloads.ts";
import { hostRoute } from "./host-route.ts";
import { mergeQueue } from "./merge-queue.ts";
import { publish } from "./publishes.ts";
import { waitingWrite } from "./tools.ts";
import { watch, watchList } from "./watches.ts";

/** One frame of the event stream (`events.ts`): the frame's `event` is `type`, its `data` this object. */
export const hostEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("accounts"), accounts: z.array(account) }),
  z.object({
    type: z.literal("connectivity"),
    accountId: z.string(),
    state: z.enum(["unknown", "online", "offline", "unauthorized"]),
    /** While offline: whether responses are web pages, as from a network that requires a sign-in. */
    webPage: z.boolean().optional(),
    /** ISO time of the last change of the state. */
    since: z.iso.datetime(),
    /** While offline: ISO time of the host's next attempt to reach the service; null while one runs. */
    retriesAt: z.iso.datetime().nullable().optional(),
  }),
  z.object({
    type: z.literal("rate-limit"),
    accountId: z.string(),
    limit: z.int().nullable(),
    remaining: z.int().nullable(),
    /** ISO time at which calls resume, where the service named it. */
    resumesAt: z.iso.datetime().nullable(),
  }),
  z.object({
    type: z.literal("requests"),
    accountId: z.string(),
    running: z.int(),
    queued: z.int(),
    /** Number of both that are reads of views: not writes, which are never canceled, nor the host's own reads. */
    cancelable: z.int(),
    /** Requests of the user to which the service has sent nothing for seconds, or no further part; null for none. */
    waiting: z
      .object({
        /** Subject of the longest of them, such as "Branches". */
        what: z.string(),
        /** ISO time at which it was sent, or the last part of its response arrived. */
        since: z.iso.datetime(),
        count: z.int(),
      })
      .nullable(),
  }),
  z.object({ type: z.literal("download"), download }),
  z.object({ type: z.literal("download-removed"), id: z.string() }),
  /** A link was opened outside (deep link, second launch): go to this path of the app, or where a `helve://` link leads. */
  z.object({ type: z.literal("navigate"), path: z.string() }),
  /** A command of the native menu, by its id in the command palette. */
  z.object({ type: z.literal("command"), id: z.string() }),
  /**
   * Refs of an opened repository moved outside Helve, or its folder was removed or restored (`moved` is empty then).
   */
  z.object({
    type: z.literal("refs-moved"),
    accountId: z.string(),
    projectId: z.int(),
    /** Full path of the project. */
    project: z.string(),
    state: originalState,
    problem: z.string().nullable(),
    moved: z.array(refMove),
    /** ISO time at which it was noticed. */
    at: z.iso.datetime(),
  }),
  z.object({ type: z.literal("watches"), watches: watchList }),
  /** A watched job or pipeline has ended; emitted once. */
  z.object({ type: z.literal("watch-ended"), watch }),
  /** Something new for an account's user, or a summary of more; emitted once, with the path of the app that it opens. */
  z.object({
    type: z.literal("news"),
    accountId: z.string(),
    /** Number of entries that it is about. */
    count: z.int(),
    title: z.string(),
    body: z.string(),
    path: z.string(),
  }),
  /** Writes that tools ask for, the oldest first. */
  z.object({ type: z.literal("tool-writes"), writes: z.array(waitingWrite) }),
  z.object({ type: z.literal("merge-queue"), queue: mergeQueue }),
  /** All publishes, the newest first. */
  z.object({ type: z.literal("publishes"), publishes: z.array(publish) }),
  /** A document was written or deleted, by the window with this id where it named one. */
  z.object({
    type: z.literal("document"),
    collection: z.string(),
    key: z.string(),
    window: z.string().optional(),
  }),
]);
export type HostEvent = z.output<typeof hostEvent>;
export type News = Extract<HostEvent, { type: "news" }>;

/** The types of events. */
export const hostEventTypes: readonly HostEvent["type"][] = hostEvent.options.map(
  ({ shape }) => shape.type.value,
);

/**
 * The events of `events.ts`, in a file without schemas for the worker that reads them. `stream` is text/event-stream
 * and begins with the present state of every kind, so that a reconnect misses nothing; `state` is that state alone, as
 * an array.
 */
export const eventRoutes = {
  stream: hostRoute("GET /events", { raw: "events" }),
  state: hostRoute("GET /events/state", { raw: "text" }),
};
