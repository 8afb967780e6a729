import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/** Settings that the host itself acts on. */
export const settings = z.object({
  network: z
    .object({
      /** `system`: the shell's or the environment's proxy. `manual`: `url`. `none`: straight. */
      proxy: z.enum(["system", "manual", "none"]).default("system"),
      proxyUrl: z.string().default(""),
      /** Hosts that are reached without the proxy. */
      bypass: z.array(z.string()).default([]),
      /** PEM text of further certificate authorities. */
      certificates: z.string().default(""),
      /** Requests under way at once for one account. */
      concurrency: z.int().min(1).max(32).default(8),
      /** Seconds without a byte after which a read fails. */
      timeout: z.int().min(5).max(600).default(60),
    })
    .prefault({}),
  storage: z
    .object({
      /** Maximum size of the response cache in megabytes. */
      cacheLimit: z.int().min(0).max(100_000).default(500),
      /** Megabytes that job logs on disk may take, but for those that are open. */
      traceLimit: z.int().min(0).max(100_000).default(2000),
      downloads: z.string().default("").describe("folder; empty: the system's downloads folder"),
    })
    .prefault({}),
  notifications: z
    .object({
      /** Whether the end of a watched job or pipeline is shown outside of the page. */
      watches: z.boolean().default(true),
      /** The same of reviews and approvals that are requested. */
      requests: z.boolean().default(true),
      /** The same of comments on the user's merge requests, mentions and submitted reviews. */
      replies: z.boolean().default(true),
      /** The same of the user's merge requests whose pipeline failed or that cannot be merged. */
      failures: z.boolean().default(true),
      sound: z.boolean().default(true),
      /** Whether the icon of the app has the number of unread entries of the inbox. */
      badge: z.boolean().default(true),
      /** Whether the system's tray has an entry of Helve. */
      tray: z.boolean().default(false),
    })
    .prefault({}),
});
export type Settings = z.output<typeof settings>;

export const cacheInfo = z.object({
  bytes: z.int(),
  /** The part of it that traces take. */
  traces: z.int(),
});
/** A part of {@link settings}; what is left out stays. */
export const settingsPatch = z.strictObject({
  network: settings.shape.network.unwrap().partial().optional(),
  storage: settings.shape.storage.unwrap().partial().optional(),
  notifications: settings.shape.notifications.unwrap().partial().optional(),
});

export const settingsRoutes = {
  get: hostRoute("GET /settings", { response: settings }),
  /** Changes some and returns all. Certificates can be long. */
  change: hostRoute("PATCH /settings", {
    body: settingsPatch,
    maxBodyBytes: 4 * 1024 * 1024,
    response: settings,
  }),
};

/** The responses and traces on disk. */
export const cacheRoutes = {
  /** Their size. */
  get: hostRoute("GET /cache", { response: cacheInfo }),
  /** Removes them; pinned responses stay. */
  clear: hostRoute("DELETE /cache"),
};
