import { QueryClientProvider } from "@tanstack/react-query";
import { createRouter, type ErrorComponentProps, RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { imageRoutes, maxImageHosts } from "../../shared/host/remote-images.ts";
import { callHost, toProblem } from "../api/fetch-host.ts";
import { fetchImage } from "../api/fetch-image.ts";
import { parsePlainSearch, stringifyPlainSearch } from "../features/addresses/plain-search.ts";
import { type RemoteImageSource, RemoteImages } from "../ui/markdown/remote-image.tsx";
import { toast } from "../ui/overlays/toast.tsx";
import { ErrorState } from "../ui/states/error-state.tsx";
import { queryClient } from "./app-query-client.ts";
import { registerViews } from "./compose-views.ts";
import { routeTree } from "./routes/page-routes.ts";
import { prefetchOnNavigation } from "./routes/prefetch-on-navigation.ts";
import { ViewPending } from "./routes/view-pending.tsx";
import { QuietProvider } from "./until-quiet.tsx";

/** The app: query client and router. */
export function App() {
  useEffect(loadLatestLocation, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RemoteImages value={remoteImages}>
        <QuietProvider>
          <RouterProvider router={router} />
        </QuietProvider>
      </RemoteImages>
    </QueryClientProvider>
  );
}

const remoteImages: RemoteImageSource = {
  fetch: (url, signal) => fetchImage(imageRoutes.fetch, { url }, signal),
  async allow(hosts) {
    try {
      await callHost(imageRoutes.allowHosts, { body: { hosts: hosts.slice(0, maxImageHosts) } });
      return true;
    } catch (error) {
      toast.problem("The images were not loaded", toProblem(error));
      return false;
    }
  },
};

/** Loads an address that was opened after the first route was loaded and before the router was mounted to follow it. */
function loadLatestLocation(): void {
  if (router.state.resolvedLocation?.href !== router.history.location.href) void router.load();
}

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

registerViews();
prefetchOnNavigation(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
