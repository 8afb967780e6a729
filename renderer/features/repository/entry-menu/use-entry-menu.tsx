import { type ReactNode, useState } from "react";
import type { FileEdits } from "../edits/use-file-edits.ts";
import type { Repository } from "../use-repository.ts";
import { EntryDialogs } from "./entry-dialogs.tsx";
import { type EntryDialog, EntryItems, type MenuEntry } from "./entry-items.tsx";

interface EntryMenuOptions {
  readonly isOpen?: boolean;
  readonly onBeside?: ((path: string) => void) | undefined;
}

/** Returns the menu items of files and folders, and the dialog that one of them has opened. */
export function useEntryMenu(
  repository: Repository,
  edits: FileEdits | null,
  { isOpen = false, onBeside }: EntryMenuOptions = {},
): { readonly itemsOf: (entry: MenuEntry) => ReactNode; readonly dialog: ReactNode } {
  const [open, setOpen] = useState<{ readonly entry: MenuEntry; readonly dialog: EntryDialog } | null>(null);
  return {
    itemsOf: (entry) => (
      <EntryItems
        {...{ repository, edits, entry, isOpen, onBeside }}
        onDialog={(dialog) => setOpen({ entry, dialog })}
      />
    ),
    dialog: open ? <EntryDialogs {...{ repository, edits, ...open }} onClose={() => setOpen(null)} /> : null,
  };
}
