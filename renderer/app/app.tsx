import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "../api/query-client.ts";
import { ConfirmHost } from "../ui/confirm.tsx";
import { Toaster } from "../ui/toast.tsx";
import { OutboxSender } from "./outbox/outbox-sender.tsx";
import { router } from "./router.tsx";

/** The page: data, places, and what floats above them. */
export function App() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <OutboxSender />
      <ConfirmHost />
      <Toaster />
    </QueryClientProvider>
  );
}
