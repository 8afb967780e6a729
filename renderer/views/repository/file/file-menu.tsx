import { EllipsisVertical } from "lucide-react";
import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import type { MenuEntry } from "../../../features/repository/entry-menu/entry-items.tsx";
import { useEntryMenu } from "../../../features/repository/entry-menu/use-entry-menu.tsx";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";

interface FileMenuProps {
  readonly repository: Repository;
  readonly edits: FileEdits | null;
  readonly entry: MenuEntry;
}

/** The actions on the open file or folder. */
export function FileMenu({ repository, edits, entry }: FileMenuProps) {
  const { itemsOf, dialog } = useEntryMenu(repository, edits, { isOpen: true });
  const label = entry.kind === "folder" ? "More about this folder" : "More about this file";
  return (
    <>
      <Menu align="end" trigger={<IconButton label={label} icon={EllipsisVertical} size="s" />}>
        {itemsOf(entry)}
      </Menu>
      {dialog}
    </>
  );
}
