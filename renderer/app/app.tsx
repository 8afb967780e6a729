import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { maxImageHosts } from "../../shared/host/remote-images.ts";
import { toProblem } from "../api/host.ts";
import { allowImageHosts, fetchRemoteImage } from "../api/images.ts";
import { type RemoteImageSource, RemoteImages } from "../ui/markdown/remote-image.tsx";
import { toast } from "../ui/toast.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";

/** The app: query client and router. */
export function App() {
  useEffect(loadLatestLocation, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RemoteImages value={remoteImages}>
        <RouterProvider router={router} />
      </RemoteImages>
    </QueryClientProvider>
  );
}

const remoteImages: RemoteImageSource = {
  fetch: fetchRemoteImage,
  async allow(hosts) {
    try {
      await allowImageHosts(hosts.slice(0, maxImageHosts));
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
