import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { fetchRemoteImage } from "../api/images.ts";
import { RemoteImages } from "../ui/markdown/remote-image.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";

/** The app: query client and router. */
export function App() {
  useEffect(loadLatestLocation, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RemoteImages value={fetchRemoteImage}>
        <RouterProvider router={router} />
      </RemoteImages>
    </QueryClientProvider>
  );
}

/** Loads an address that was opened after the first route was loaded and before the router was mounted to follow it. */
function loadLatestLocation(): void {
  if (router.state.resolvedLocation?.href !== router.history.location.href) void router.load();
}
