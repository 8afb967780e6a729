import type { Download } from "../../../shared/host/downloads.ts";

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** Returns a formatted number of bytes, such as `1.4 MB` (decimal units). */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Returns a download's progress, 0 to 1; null where its size is not known. */
export const progressOf = ({ received, total }: Pick<Download, "received" | "total">): number | null =>
  total === null ? null : total === 0 ? 1 : received / total;

/** Returns one line about a download: progress, speed and time left, or its outcome. */
export function downloadText(download: Download): string {
  const { state, received, total, speed, error } = download;
  const far = total === null ? bytesText(received) : `${bytesText(received)} of ${bytesText(total)}`;
  switch (state) {
    case "queued":
      return "Waiting";
    case "running": {
      if (speed <= 0) return far;
      const left = total === null ? "" : ` · ${durationText((total - received) / speed)} left`;
      return `${far} · ${bytesText(Math.round(speed))}/s${left}`;
    }
    case "paused":
      return `Paused at ${far}`;
    case "done":
      return bytesText(received);
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
