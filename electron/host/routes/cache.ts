import { Hono } from "hono";
import type { CacheInfo } from "../../../shared/host/settings.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Traces } from "../traces/traces.ts";

/** `/cache`: the size of the response cache and the stored traces, and a way to empty them. */
export const cacheRoutes = (cache: ResponseCache, traces: Traces): Hono =>
  new Hono()
    .get("/cache", (context) =>
      context.json({ bytes: cache.size + traces.size, traces: traces.size } satisfies CacheInfo),
    )
    .delete("/cache", async (context) => {
      cache.clear();
      await traces.clear();
      return context.body(null, 204);
    });
