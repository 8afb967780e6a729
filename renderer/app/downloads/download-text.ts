import type { Download } from "../../../shared/host/downloads.ts";
import { formatBytes } from "../../ui/format-bytes.ts";

/** Returns a download's progress, 0 to 1; null where its size is not known. */
export const progressOf = ({ received, total }: Pick<Download, "received" | "total">): number | null =>
  total === null ? null : total === 0 ? 1 : received / total;

/** Returns one line about a download: progress, speed and time left, or its outcome. */
export function downloadText(download: Download): string {
  const { state, received, total, speed, error } = download;
  const far = total === null ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(total)}`;
  switch (state) {
    case "queued":
      return "Waiting";
    case "running": {
      if (speed <= 0) return far;
      const left = total === null ? "" : ` · ${durationText((total - received) / speed)} left`;
      return `${far} · ${formatBytes(Math.round(speed))}/s${left}`;
    }
    case "paused":
      return `Paused at ${far}`;
    case "done":
      return formatBytes(received);
    case "failed":
      return error ?? "Failed";
    case "canceled":
      return "Canceled";
  }
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
