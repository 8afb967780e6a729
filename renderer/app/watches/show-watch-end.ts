import type { QueryClient } from "@tanstack/react-query";
import { settingsRoutes } from "../../../shared/host/settings.ts";
import { endText } from "../../../shared/host/watch-end.ts";
import type { Watch } from "../../../shared/host/watches.ts";
import { callHost } from "../../api/fetch-host.ts";
import { shellQuery } from "../../api/host-queries.ts";
import { openTab } from "../../state/tabs.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/**
 * Shows that a watched job or pipeline has ended: in this window while it has focus, else as a browser notification (in
 * the desktop app the host shows it). A click opens the job or pipeline.
 */
export async function showWatchEnd(client: QueryClient, watch: Watch): Promise<void> {
  const { title, body } = endText(watch);
  const isInFront = document.visibilityState === "visible" && document.hasFocus();
  if (!isInFront && (await notify(client, watch, { title, body }))) return;
  const show =
    watch.status === "failed" ? toast.error : watch.status === "success" ? toast.success : toast.info;
  show(title, {
    description: body,
    action: { label: "Open", onSelect: () => openTab(watch.path) },
    duration: isInFront ? 15_000 : Number.POSITIVE_INFINITY,
  });
}

/** Returns whether a notification is shown outside of the window. */
async function notify(
  client: QueryClient,
  watch: Watch,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<boolean> {
  const [shell, { notifications }] = await Promise.all([
    client.ensureQueryData(shellQuery),
    callHost(settingsRoutes.get),
  ]);
  if (!notifications.watches) return false;
  if (shell.can.notify) return true;
  if (!("Notification" in window) || Notification.permission !== "granted") return false;
  // Every tab of Helve shows it; the tag merges them into one.
  const notification = new Notification(title, {
    body,
    tag: watch.key,
    silent: !notifications.sound,
    icon: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "",
  });
  notification.addEventListener("click", () => {
    window.focus();
    openTab(watch.path);
    notification.close();
  });
  return true;
}
