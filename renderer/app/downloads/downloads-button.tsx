import { Download as DownloadIcon } from "lucide-react";
import { lazy, useState } from "react";
import { useHostState } from "../../state/host-state.ts";
import { ProgressBar } from "../../ui/states/progress.tsx";
import line from "../status/status-line.module.css";
import { StatusPopover } from "../status/status-popover.tsx";
import styles from "./downloads.module.css";

const DownloadsPanel = lazy(async () => ({
  default: (await import("./downloads-panel.tsx")).DownloadsPanel,
}));

/** The status bar's downloads: total progress, and a panel. */
export function DownloadsButton() {
  const [open, setOpen] = useState(false);
  const downloads = useHostState((state) => state.downloads);
  const running = downloads.filter(({ state }) => state === "running" || state === "queued");
  const known = running.filter(({ total }) => total !== null);
  const total = known.reduce((sum, entry) => sum + (entry.total ?? 0), 0);
  const received = known.reduce((sum, entry) => sum + entry.received, 0);
  const progress = known.length === running.length && total > 0 ? received / total : null;
  const text =
    running.length > 0 ? `${running.length} ${running.length === 1 ? "download" : "downloads"}` : "Downloads";
  return (
    <StatusPopover
      label="Downloads"
      icon={DownloadIcon}
      open={open}
      onOpenChange={setOpen}
      text={
        <>
          <span className={line.label}>{text}</span>
          {running.length > 0 ? (
            <span className={styles.mini}>
              <ProgressBar label="All downloads" value={progress} />
            </span>
          ) : null}
        </>
      }
    >
      <DownloadsPanel downloads={downloads} />
    </StatusPopover>
  );
}
