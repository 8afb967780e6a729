import type { ReactNode } from "react";
import type { Settings } from "../../../shared/host/settings.ts";
import { toProblem } from "../../api/host.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useHostSettings } from "./use-host-settings.ts";

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
