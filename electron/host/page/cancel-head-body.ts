import type { MiddlewareHandler } from "hono";
import { hostHeaders } from "../../../shared/host/accounts.ts";

/**
 * Responses to HEAD have no body: a problem becomes a header, percent-encoded, and any other body is canceled, since a
 * stream of events would never end.
 */
export const cancelHeadBody: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.req.method !== "HEAD") return;
  if (context.res.headers.get("content-type") === "application/problem+json")
    context.res.headers.set(hostHeaders.problem, encodeURIComponent(await context.res.text()));
  else await context.res.body?.cancel();
};
