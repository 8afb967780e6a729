import { Hono } from "hono";
import { newWatch } from "../../../shared/host/watches.ts";
import { readJson } from "../page/request-body.ts";
import type { Watches } from "../watches/watches.ts";

/** Routes of shared/host/watches.ts. */
export function watchRoutes(watches: Watches): Hono {
  return new Hono()
    .get("/watches", (context) => context.json(watches.all))
    .post("/watches", async (context) => {
      const added = await watches.add(await readJson(context.req.raw, newWatch));
      return context.json(added, added.watching ? 201 : 200);
    })
    .delete("/watches", (context) => {
      watches.removeEnded();
      return context.body(null, 204);
    })
    .delete("/watches/:key", (context) => {
      watches.remove(context.req.param("key"));
      return context.body(null, 204);
    });
}
