import type { Hono } from "hono";
import { publishRoutes } from "../../../shared/host/publishes.ts";
import { typedCode } from "../confirmation/confirmations.ts";
import { handle } from "../page/handle-route.ts";
import type { Publishes } from "../publish/publishes.ts";

/** Serves publishes of projects. */
export function servePublishes(app: Hono, publishes: Publishes): void {
  handle(app, publishRoutes.list, () => publishes.list());
  handle(app, publishRoutes.create, ({ body }) => publishes.create(body));
  handle(app, publishRoutes.get, ({ id }) => publishes.detail(id));
  handle(app, publishRoutes.start, ({ id }, request) => publishes.start(id, typedCode(request)));
  handle(app, publishRoutes.pause, ({ id }) => publishes.pause(id));
  handle(app, publishRoutes.resume, ({ id }) => publishes.resume(id));
  handle(app, publishRoutes.remove, ({ id }) => publishes.remove(id));
  handle(
    app,
    publishRoutes.map,
    ({ id }) =>
      new Response(publishes.map(id), {
        headers: {
          "content-type": "application/json",
          "content-disposition": 'attachment; filename="addresses.json"',
        },
      }),
  );
}
