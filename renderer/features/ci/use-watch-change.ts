import { useQueryClient } from "@tanstack/react-query";
import { endText, type NewWatch, watchKey } from "../../../shared/host/watches.ts";
import { shellQuery } from "../../api/settings.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { addWatch, removeWatch } from "../../api/watches.ts";
import { announce } from "../../state/announce.ts";
import { toast } from "../../ui/toast.tsx";
import { hrefs } from "../addresses/hrefs.ts";

/** A job or pipeline. */
export interface Watched {
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
  readonly kind: NewWatch["kind"];
  readonly id: number;
  /** Such as `unit tests` or `Pipeline #12`. */
  readonly name: string;
  /** Branch or tag. */
  readonly refName: string | null | undefined;
}

/** Starts or ends the watch of a job or pipeline. */
export function useWatchChange({ account, project, kind, id, name, refName }: Watched) {
  const client = useQueryClient();

  async function add(): Promise<void> {
    const shell = await client.ensureQueryData(shellQuery);
    // A browser asks its user, and only while a click is handled.
    const permitted = shell.can.notify ? "granted" : await askPermission();
    const target = { accountId: account, kind, project, id, name, ref: refName ?? null };
    const path = kind === "job" ? hrefs.job(account, project, id) : hrefs.pipeline(account, project, id);
    const { watching, watch } = await addWatch({ ...target, path });
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
      await removeWatch(watchKey({ accountId: account, kind, id }));
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
