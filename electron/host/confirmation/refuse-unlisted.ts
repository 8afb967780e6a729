import type { Hono, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { notFoundError } from "../problems.ts";
import { routesWhoConfirms } from "./routes-who-confirms.ts";

/** Paths that middleware is mounted on. */
const isMiddleware = (path: string): boolean => path === "*" || path === "/*";

/** Returns every route of the host as `METHOD /path`, as the table names it. */
export const routesOf = ({ routes }: Hono): string[] => [
  ...new Set(routes.filter(({ path }) => !isMiddleware(path)).map(({ method, path }) => `${method} ${path}`)),
];

/** Serves no route of which the table does not say who confirms it. */
export const refuseUnlisted: MiddlewareHandler = (context, next) => {
  const unlisted = matchedRoutes(context)
    .filter(({ path }) => !isMiddleware(path))
    .find(({ method, path }) => !Object.hasOwn(routesWhoConfirms, `${method} ${path}`));
  if (unlisted) throw notFoundError("This route");
  return next();
};
