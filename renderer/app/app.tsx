import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { fetchRemoteImage } from "../api/remote-images.ts";
import { RemoteImages } from "../ui/markdown/remote-image.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";

/** The app: query client and router. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <RemoteImages value={fetchRemoteImage}>
      <RouterProvider router={router} />
    </RemoteImages>
  </QueryClientProvider>
);
