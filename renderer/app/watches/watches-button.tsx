import { Bell, BellRing } from "lucide-react";
import { lazy, useState } from "react";
import { useHostState } from "../../state/host-state.ts";
import line from "../status/status-line.module.css";
import { StatusPopover } from "../status/status-popover.tsx";

const WatchesPanel = lazy(async () => ({ default: (await import("./watches-panel.tsx")).WatchesPanel }));

/** The status bar's watches, with a panel. Renders nothing while there are none. */
export function WatchesButton() {
  const [open, setOpen] = useState(false);
  const watches = useHostState((state) => state.watches);
  const pending = watches.filter(({ endedAt }) => endedAt === null).length;
  if (watches.length === 0 && !open) return null;
  return (
    <StatusPopover
      label="Watched jobs and pipelines"
      icon={pending > 0 ? BellRing : Bell}
      open={open}
      onOpenChange={setOpen}
      text={<span className={line.label}>{pending > 0 ? `Watching ${pending}` : "Watched"}</span>}
    >
      <WatchesPanel watches={watches} onOpen={() => setOpen(false)} />
    </StatusPopover>
  );
}
