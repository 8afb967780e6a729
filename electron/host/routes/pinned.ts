import { Hono } from "hono";
import type { PinnedResource } from "../../../shared/host/accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ResponseCache } from "../cache/response-cache.ts";

/** `/accounts/:id/kept`: what the page asked to be kept on disk. */
export const pinnedRoutes = (accounts: Accounts, cache: ResponseCache): Hono =>
  new Hono()
    .get("/accounts/:id/kept", (context) => {
      const { id } = accounts.get(context.req.param("id"));
      const list = cache.listPinned(id).map(
        ({ keptAt, ...kept }): PinnedResource => ({
          ...kept,
          kept_at: new Date(keptAt).toISOString(),
        }),
      );
      return context.json(list);
    })
    .delete("/accounts/:id/kept", (context) => {
      const { id } = accounts.get(context.req.param("id"));
      cache.unpin(id, context.req.query("name") ?? "");
      return context.body(null, 204);
    });
