import type { QueryClient } from "@tanstack/react-query";
import type { News } from "../../../shared/host/events.ts";
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
  const isOn = () => callHost(settingsRoutes.get).then(({ notifications }) => notifications.watches);
  if (!isInFront && (await isOn()) && (await notify(client, { title, body, path: watch.path }, watch.key)))
    return;
  const show =
    watch.status === "failed" ? toast.error : watch.status === "success" ? toast.success : toast.info;
  show(title, {
    description: body,
    action: { label: "Open", onSelect: () => openTab(watch.path) },
    duration: isInFront ? 15_000 : Number.POSITIVE_INFINITY,
  });
}

/**
 * Shows news as a browser notification where the window has no focus (in the desktop app the host shows it): the inbox has
 * them, too.
 */
export async function showNewsOutside(client: QueryClient, news: News): Promise<void> {
  const isInFront = document.visibilityState === "visible" && document.hasFocus();
  if (!isInFront) await notify(client, news, `news ${news.accountId} ${news.path} ${news.title}`);
}

/** Returns whether a notification is shown outside of the window. */
async function notify(
  client: QueryClient,
  { title, body, path }: Pick<News, "title" | "body" | "path">,
  tag: string,
): Promise<boolean> {
  const [shell, { notifications }] = await Promise.all([
    client.ensureQueryData(shellQuery),
    callHost(settingsRoutes.get),
  ]);
  if (shell.can.notify) return true;
  if (!("Notification" in window) || Notification.permission !== "granted") return false;
  // Every tab of Helve shows it; the tag merges them into one.
  const notification = new Notification(title, {
    body,
    tag,
    silent: !notifications.sound,
    icon: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "",
  });
  notification.addEventListener("click", () => {
    window.focus();
    openTab(path);
    notification.close();
  });
  return true;
}
