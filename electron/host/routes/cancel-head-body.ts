import type { MiddlewareHandler } from "hono";

/** Cancels the body of a response to HEAD, which is never sent: a stream of events would never end. */
export const cancelHeadBody: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.req.method === "HEAD") await context.res.body?.cancel();
};
