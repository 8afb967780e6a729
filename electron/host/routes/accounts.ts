import { Hono } from "hono";
import {
  addAccountBody,
  changeAccountBody,
  checkAccountBody,
  orderAccountsBody,
} from "../../../shared/host/accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Connections } from "../client/connections.ts";
import { typedCode } from "../confirmation/typed-code.ts";
import { readJson } from "../page/request-body.ts";
import type { Destinations } from "../questions/destinations.ts";

/** Routes of shared/host/accounts.ts, but for the operations. */
export const accountRoutes = (
  accounts: Accounts,
  connections: Connections,
  destinations: Destinations,
): Hono =>
  new Hono()
    .get("/accounts", (context) => context.json(accounts.list()))
    .post("/accounts/check", async (context) => {
      const { url, token, ask } = await readJson(context.req.raw, checkAccountBody);
      await destinations.requireService(url, typedCode(context.req.raw), ask);
      return context.json(await accounts.check(url, token));
    })
    .post("/accounts", async (context) => {
      const body = await readJson(context.req.raw, addAccountBody);
      await destinations.requireService(body.url, typedCode(context.req.raw));
      return context.json(await accounts.add(body), 201);
    })
    .put("/accounts/order", async (context) =>
      context.json(accounts.order((await readJson(context.req.raw, orderAccountsBody)).ids)),
    )
    .patch("/accounts/:id", async (context) => {
      const body = await readJson(context.req.raw, changeAccountBody);
      return context.json(await accounts.change(context.req.param("id"), body));
    })
    .delete("/accounts/:id/rate-limit", (context) => {
      connections.get(context.req.param("id")).client.gate.lift();
      return context.body(null, 204);
    })
    .delete("/accounts/:id", async (context) => {
      await accounts.remove(context.req.param("id"));
      return context.body(null, 204);
    });
