import { Hono } from "hono";
import type { CacheInfo } from "../../../shared/host/settings.ts";
import type { ResponseCache } from "../cache/response-cache.ts";

/** `/cache`: how much the response cache holds, and a way to empty it. */
export const cacheRoutes = (cache: ResponseCache): Hono =>
  new Hono()
    .get("/cache", (context) => context.json({ bytes: cache.size } satisfies CacheInfo))
    .delete("/cache", (context) => {
      cache.clear();
      return context.body(null, 204);
    });
