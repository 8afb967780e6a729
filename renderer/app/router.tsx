import {
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { toProblem } from "../api/host.ts";
import { parsePlainSearch, stringifyPlainSearch } from "../features/addresses/plain-search.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { accountRoutes } from "./routes/account-routes.ts";
import { account, project, root } from "./routes/parents.tsx";
import { prefetchOnNavigation } from "./routes/prefetch-on-navigation.ts";
import { projectRoutes } from "./routes/project-routes.ts";
import { ViewPending } from "./routes/view-pending.tsx";
import { views } from "./routes/views.ts";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(views.home, "HomeView"),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: "/accounts",
  // The address of earlier versions.
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/settings/$section", params: { section: "accounts" }, search, replace: true });
  },
});
const outbox = createRoute({
  getParentRoute: () => root,
  path: "/outbox",
  component: lazyRouteComponent(views.outbox, "OutboxView"),
});
const allMergeRequests = createRoute({
  getParentRoute: () => root,
  path: "/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "AllAccountsView"),
});
const ci = createRoute({
  getParentRoute: () => root,
  path: "/ci",
  component: lazyRouteComponent(views.pipelines, "CiView"),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/$section", params: { section: "appearance" }, replace: true });
  },
});
const settingsSection = createRoute({
  getParentRoute: () => root,
  path: "/settings/$section",
  component: lazyRouteComponent(views.settings, "SettingsView"),
});

const routeTree = root.addChildren([
  home,
  accounts,
  outbox,
  allMergeRequests,
  ci,
  settings,
  settingsSection,
  account.addChildren([...accountRoutes, project.addChildren([...projectRoutes])]),
]);

/** Error boundary's fallback for a view; the rest of the window keeps working. */
function ViewError({ error, reset }: ErrorComponentProps) {
  const { message, detail } = toProblem(error);
  return (
    <ErrorState title="This page could not be shown" message={message} detail={detail} onRetry={reset} />
  );
}

/** The app's router. Every view has an address that can be copied and opened again. */
export const router = createRouter({
  routeTree,
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  defaultPreload: "intent",
  // Long enough that moving the pointer over a list requests nothing.
  defaultPreloadDelay: 120,
  defaultPendingComponent: ViewPending,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ViewError,
  scrollRestoration: true,
});

prefetchOnNavigation(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
