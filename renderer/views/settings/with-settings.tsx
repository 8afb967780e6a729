import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RouteCall } from "../../../shared/host/host-route.ts";
import { type Settings, settingsRoutes } from "../../../shared/host/settings.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";

type Change = ReturnType<typeof useHostSettings>["change"];

/** Shows the host's settings once they are read. */
export function WithSettings({
  children,
}: {
  readonly children: (settings: Settings, change: Change) => ReactNode;
}) {
  const { query, change } = useHostSettings();
  if (query.data) return children(query.data, change);
  if (query.error) {
    const { message, detail } = toProblem(query.error);
    return <ErrorState message={message} detail={detail} onRetry={() => void query.refetch()} />;
  }
  return <Skeleton lines={5} label="Loading settings" />;
}

const queryKey = ["settings"];

/** Settings that the host acts on, and a function that changes a part of them. */
export function useHostSettings() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callHost(settingsRoutes.get, {}, signal),
    meta: { reads: [] },
  });
  const { mutate } = useMutation({
    // One after another: the last change wins.
    scope: { id: "host settings" },
    mutationFn: (body: RouteCall<typeof settingsRoutes.change>["body"]) =>
      callHost(settingsRoutes.change, { body }),
    onSuccess: (next) => client.setQueryData<Settings>(queryKey, next),
    onError: (error) => toast.problem("The setting was not changed", toProblem(error)),
  });
  return { query, change: mutate };
}
