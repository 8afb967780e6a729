import { createRootRoute, createRoute } from "@tanstack/react-router";
import { validatePlainSearch } from "../../features/addresses/plain-search.ts";
import { Shell } from "../shell/shell.tsx";
import { AccountRoute } from "./account-route.tsx";
import { NotFound } from "./not-found.tsx";
import { ProjectRoute } from "./project-route.tsx";

/** The window; every other route is below it. */
export const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: validatePlainSearch,
});

/** Everything of one account. */
export const account = createRoute({
  getParentRoute: () => root,
  path: "/a/$account",
  component: AccountRoute,
});

/** Everything of one project. */
export const project = createRoute({
  getParentRoute: () => account,
  path: "/p/$project",
  component: ProjectRoute,
});
