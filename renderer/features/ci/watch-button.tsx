import { Bell, BellRing } from "lucide-react";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { watchKey } from "../../../shared/host/watches.ts";
import { useHostState } from "../../state/host-state.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useWatchChange, type Watched } from "./use-watch-change.ts";

export interface WatchButtonProps extends Watched {
  /** State as the service names it: what has ended cannot be watched. */
  readonly status: string;
  readonly size?: "s" | "m";
}

/** Watches a job or pipeline: its end becomes a notification. Nothing where it has ended and is not watched. */
export function WatchButton({ status, size = "m", ...watched }: WatchButtonProps) {
  const key = watchKey({ accountId: watched.account, kind: watched.kind, id: watched.id });
  const isWatched = useHostState((state) =>
    state.watches.some((watch) => watch.key === key && watch.endedAt === null),
  );
  const { isPending, change } = useWatchChange(watched);
  if (!isWatched && isEndedStatus(status)) return null;
  return (
    <IconButton
      size={size}
      variant="default"
      icon={isWatched ? BellRing : Bell}
      label={isWatched ? `Stop watching ${watched.name}` : `Watch ${watched.name}`}
      pressed={isWatched}
      loading={isPending}
      onClick={() => change(isWatched ? "remove" : "add")}
    />
  );
}
