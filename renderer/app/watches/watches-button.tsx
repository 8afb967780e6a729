import { Bell, BellRing } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useHostState } from "../../state/host-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/popover.tsx";
import styles from "./watches.module.css";

const WatchesPanel = lazy(async () => ({ default: (await import("./watches-panel.tsx")).WatchesPanel }));

/** The status bar's watches, with a panel. Renders nothing while there are none. */
export function WatchesButton() {
  const [open, setOpen] = useState(false);
  const watches = useHostState((state) => state.watches);
  const pending = watches.filter(({ endedAt }) => endedAt === null).length;
  if (watches.length === 0 && !open) return null;
  return (
    <Popover
      label="Watched jobs and pipelines"
      open={open}
      onOpenChange={setOpen}
      align="end"
      side="top"
      flush
      trigger={
        <button type="button" className={styles.button}>
          <Icon of={pending > 0 ? BellRing : Bell} size={13} />
          {pending > 0 ? `Watching ${pending}` : "Watched"}
        </button>
      }
    >
      <Suspense>
        <WatchesPanel watches={watches} onOpen={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
