import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** About as many as Helve has. */
const count = 70;

const root = createRootRoute({ component: Outlet });
const main = () => createElement("main", null, "Router");
const index = createRoute({ getParentRoute: () => root, path: "/", component: main });
const others = Array.from({ length: count }, (_, number) =>
  createRoute({
    getParentRoute: () => root,
    path: `/a/$account/p/$project/page-${number}/$id`,
    component: main,
  }),
);
const router = createRouter({ routeTree: root.addChildren([index, ...others]) });
createRoot(document.getElementById("root")).render(
  createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    createElement(RouterProvider, { router }),
  ),
);
