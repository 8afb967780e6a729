import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import type { MenuEntry } from "../../../features/repository/entry-menu/entry-items.tsx";
import { useEntryMenu } from "../../../features/repository/entry-menu/use-entry-menu.tsx";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { MoreMenu } from "../../../ui/more-menu.tsx";

interface FileMenuProps {
  readonly repository: Repository;
  readonly edits: FileEdits | null;
  readonly entry: MenuEntry;
}

/** The actions on the open file or folder. */
export function FileMenu({ repository, edits, entry }: FileMenuProps) {
  const { itemsOf, dialog } = useEntryMenu(repository, edits, { isOpen: true });
  return (
    <>
      <MoreMenu of={entry.kind === "folder" ? "this folder" : "this file"} size="s">
        {itemsOf(entry)}
      </MoreMenu>
      {dialog}
    </>
  );
}
