import { CloudDownload, HardDriveDownload, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { Menu } from "../../../ui/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../../ui/menu-item.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useOfflinePack } from "./use-offline-pack.ts";

/** Makes the review available offline, and shows the size and age of its offline copy. */
export function OfflineButton({ changedAt }: { readonly changedAt: string | null }) {
  const { progress, copy, take, release } = useOfflinePack();
  if (progress !== null || !copy) {
    return (
      <Button icon={CloudDownload} loading={progress !== null} onClick={take}>
        {progress ?? "Make available offline"}
      </Button>
    );
  }
  const old = changedAt !== null && changedAt > copy.pinned_at;
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={HardDriveDownload}>{old ? "Available offline (outdated)" : "Available offline"}</Button>
      }
    >
      <MenuLabel>
        {formatBytes(copy.bytes)}, saved <RelativeTime time={copy.pinned_at} />
      </MenuLabel>
      <MenuItem icon={CloudDownload} onSelect={take}>
        {old ? "Update offline copy (outdated)" : "Update offline copy"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} onSelect={release}>
        Remove offline copy
      </MenuItem>
    </Menu>
  );
}
