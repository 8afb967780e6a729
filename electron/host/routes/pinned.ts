import { Hono } from "hono";
import type { PinnedResource } from "../../../shared/host/accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ResponseCache } from "../cache/response-cache.ts";

/** `/accounts/:id/pinned`: the pinned responses. */
export const pinnedRoutes = (accounts: Accounts, cache: ResponseCache): Hono =>
  new Hono()
    .get("/accounts/:id/pinned", (context) => {
      const { id } = accounts.get(context.req.param("id"));
      const list = cache.listPinned(id).map(
        ({ pinnedAt, ...pinned }): PinnedResource => ({
          ...pinned,
          pinned_at: new Date(pinnedAt).toISOString(),
        }),
      );
      return context.json(list);
    })
    .delete("/accounts/:id/pinned", (context) => {
      const { id } = accounts.get(context.req.param("id"));
      cache.unpin(id, context.req.query("name") ?? "");
      return context.body(null, 204);
    });
