import { CloudDownload, HardDriveDownload, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { Menu } from "../../../ui/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../../ui/menu-item.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useOfflinePack } from "./use-offline-pack.ts";

/** Takes the review onto the disk, and tells of what is there. */
export function OfflineButton({ changedAt }: { readonly changedAt: string | null }) {
  const { progress, kept, take, release } = useOfflinePack();
  if (progress !== null || !kept) {
    return (
      <Button icon={CloudDownload} loading={progress !== null} onClick={take}>
        {progress ?? "Take offline"}
      </Button>
    );
  }
  const old = changedAt !== null && changedAt > kept.kept_at;
  return (
    <Menu
      align="end"
      trigger={<Button icon={HardDriveDownload}>{old ? "On disk, older" : "On disk"}</Button>}
    >
      <MenuLabel>
        {formatBytes(kept.bytes)}, taken <RelativeTime time={kept.kept_at} />
      </MenuLabel>
      <MenuItem icon={CloudDownload} onSelect={take}>
        {old ? "Take again: it has changed" : "Take again"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} onSelect={release}>
        Remove from the disk
      </MenuItem>
    </Menu>
  );
}
