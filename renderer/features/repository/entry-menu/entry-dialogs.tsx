import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { useGo } from "../../addresses/use-go.ts";
import { PathDialog } from "../edits/path-dialog.tsx";
import type { FileEdits } from "../edits/use-file-edits.ts";
import { joinPath } from "../paths.ts";
import { editHref } from "../repository-hrefs.ts";
import type { Repository } from "../use-repository.ts";
import type { EntryDialog, MenuEntry } from "./entry-items.tsx";
import { FileDetails } from "./file-details.tsx";

interface EntryDialogsProps {
  readonly repository: Repository;
  readonly edits: FileEdits | null;
  readonly entry: MenuEntry;
  readonly dialog: EntryDialog;
  readonly onClose: () => void;
}

/** The dialog that an action of {@link EntryItems} opens. */
export function EntryDialogs({ repository, edits, entry, dialog, onClose }: EntryDialogsProps) {
  const go = useGo();
  const { path } = entry;
  switch (dialog) {
    case "details":
      return <FileDetails repository={repository} path={path} onClose={onClose} />;
    case "create":
      return (
        <PathDialog
          title="New file"
          action="Create"
          initial={joinPath(entry.kind === "folder" ? path : folderOf(path), "")}
          onClose={onClose}
          onDone={(created) => {
            edits?.create(created);
            go(editHref(repository, repository.ref, created));
          }}
        />
      );
    case "rename":
      return (
        <PathDialog
          title={`Rename or move ${nameOf(path)}`}
          action="Rename"
          initial={path}
          onClose={onClose}
          onDone={(to) => void edits?.rename(path, to)}
        />
      );
  }
}
