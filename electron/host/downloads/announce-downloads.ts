import type { Shell } from "../../../shared/host/shell.ts";
import type { EventBus } from "../events/event-bus.ts";

/** Notifies the user, where the shell can, of each download that ends while it is being watched. */
export function announceDownloads(bus: EventBus, shell: Shell, isSilent: () => boolean): void {
  if (!shell.can.notify) return;
  const active = new Set<string>();
  bus.watch((event) => {
    if (event.type === "download-removed") active.delete(event.id);
    if (event.type !== "download") return;
    const { id, state, name, error } = event.download;
    if (state === "queued" || state === "running") active.add(id);
    else if (active.delete(id) && (state === "done" || state === "failed")) {
      const title = state === "done" ? "Download finished" : "Download failed";
      // A failed notification is not a problem: the page lists the download.
      const body = error ? `${name}: ${error}` : name;
      shell.notify({ title, body, path: "", silent: isSilent() }).catch(() => undefined);
    }
  });
}
