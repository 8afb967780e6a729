import { useQueryClient } from "@tanstack/react-query";
import { Bell, BellRing } from "lucide-react";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { endText, watchKey } from "../../../shared/host/watch-end.ts";
import { type NewWatch, watchRoutes } from "../../../shared/host/watches.ts";
import { callHost } from "../../api/fetch-host.ts";
import { shellQuery } from "../../api/host-queries.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { announce } from "../../state/announce.ts";
import { useHostState } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { hrefs } from "../addresses/hrefs.ts";

interface WatchButtonProps extends Watched {
  /** State as the service names it: what has ended cannot be watched. */
  readonly status: string;
}

/** Watches a job or pipeline: its end becomes a notification. Nothing where it has ended and is not watched. */
export function WatchButton({ status, ...watched }: WatchButtonProps) {
  const key = watchKey({ accountId: watched.account, ...watched });
  const isWatched = useHostState((state) =>
    state.watches.some((watch) => watch.key === key && watch.endedAt === null),
  );
  const { isPending, change } = useWatchChange(watched);
  if (!isWatched && isEndedStatus(status)) return null;
  return (
    <Button
      icon={isWatched ? BellRing : Bell}
      aria-label={isWatched ? `Stop watching ${watched.name}` : `Watch ${watched.name}`}
      aria-pressed={isWatched}
      loading={isPending}
      onClick={() => change(isWatched ? "remove" : "add")}
    >
      {isWatched ? "Watching" : "Watch"}
    </Button>
  );
}

/** A job or pipeline. */
interface Watched {
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
  readonly kind: Exclude<NewWatch["kind"], "merge">;
  readonly id: number;
  /** Such as `unit tests` or `Pipeline #12`. */
  readonly name: string;
  /** Branch or tag. */
  readonly refName: string | null | undefined;
}

/** Starts or ends the watch of a job or pipeline. */
function useWatchChange({ account, project, kind, id, name, refName }: Watched) {
  const client = useQueryClient();

  async function add(): Promise<void> {
    const shell = await client.ensureQueryData(shellQuery);
    // A browser asks its user, and only while a click is handled.
    const permitted = shell.can.notify ? "granted" : await askPermission();
    const target = { accountId: account, kind, project, id, name, ref: refName ?? null };
    const path = kind === "job" ? hrefs.job(account, project, id) : hrefs.pipeline(account, project, id);
    const { watching, watch } = await callHost(watchRoutes.add, { body: { ...target, path } });
    if (!watching) {
      toast.info(endText(watch).title, { description: "There is nothing to watch until it runs again." });
    } else if (permitted === "granted") {
      announce(`Watching ${name}`);
    } else {
      toast.info(`Watching ${name}`, {
        description: "Notifications are off in this browser. The result is shown here.",
      });
    }
  }

  const { submit, isPending } = useSubmit(
    async (to: "add" | "remove") => {
      if (to === "add") return add();
      await callHost(watchRoutes.remove, { key: watchKey({ accountId: account, kind, id, project }) });
      announce(`No longer watching ${name}`);
    },
    {
      onFailure: (failure, to) =>
        toast.problem(to === "add" ? `Could not watch ${name}` : `Still watching ${name}`, failure),
    },
  );
  return { isPending, change: submit };
}

async function askPermission(): Promise<NotificationPermission> {
  if (!("Notification" in window)) return "denied";
  if (Notification.permission !== "default") return Notification.permission;
  return Notification.requestPermission();
}
