import {
  Columns2,
  Copy,
  Download,
  FileInput,
  FilePen,
  FilePlus,
  FileSymlink,
  Fingerprint,
  History,
  Link2,
  SquareArrowOutUpRight,
  Trash2,
  Undo2,
} from "lucide-react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { openTab } from "../../../state/tabs.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { MenuItem, MenuSeparator } from "../../../ui/menu-item.tsx";
import { pickFiles } from "../../../ui/pick-files.ts";
import { toast } from "../../../ui/toast-store.ts";
import { decodeInWorker } from "../../../workers/text/text-engine.ts";
import { useGo } from "../../addresses/use-go.ts";
import { download } from "../../file-preview/download.ts";
import { copyPermalink } from "../copy-permalink.ts";
import type { FileEdits } from "../edits/use-file-edits.ts";
import { editHref, filesHref, historyHref } from "../repository-hrefs.ts";
import type { Repository } from "../use-repository.ts";

/** The file or folder that a menu is about. */
export interface MenuEntry {
  /** Empty for the root. */
  readonly path: string;
  readonly kind: "file" | "folder" | "submodule";
  /** Whether the branch has it; false for what only pending changes add. */
  readonly committed: boolean;
  /** Whether it has a pending change. */
  readonly pending: boolean;
  /** Lines that are selected, such as `L3-9`. */
  readonly hash?: string;
}

export type EntryDialog = "create" | "rename" | "details";

interface EntryItemsProps {
  readonly repository: Repository;
  readonly edits: FileEdits | null;
  readonly entry: MenuEntry;
  readonly onDialog: (dialog: EntryDialog) => void;
  /** Whether the menu is of the open file's own view, which needs no way to it. */
  readonly isOpen?: boolean;
  /** Shows the file beside the open one. */
  readonly onBeside?: ((path: string) => void) | undefined;
}

/** The actions on a file or folder, in a menu of a view or of a tree's row. */
export function EntryItems({ repository, edits, entry, onDialog, isOpen, onBeside }: EntryItemsProps) {
  const { path, kind, committed, pending, hash } = entry;
  const go = useGo();
  const name = nameOf(path);
  const isFile = kind === "file";
  const { account, project, commit, ref } = repository;
  const input = { id: project, file_path: path, ref: commit.id };
  const copyContent = async () => {
    try {
      const bytes = new Uint8Array(await (await callOperation(account, getRawFile, input)).arrayBuffer());
      const text = await decodeInWorker(bytes);
      if (text === null) toast.error("Nothing was copied", { description: `${name} is not text.` });
      else if (await copyText(text)) toast.success("Content copied");
    } catch (error) {
      toast.problem("Nothing was copied", toProblem(error));
    }
  };
  const replace = async () => {
    const [file] = await pickFiles();
    if (file) await edits?.replace(path, file);
  };
  const href = committed ? filesHref(repository, ref, path) : editHref(repository, ref, path);
  return (
    <>
      {isOpen ? null : (
        <>
          {isFile && edits ? (
            <MenuItem icon={FilePen} onSelect={() => go(editHref(repository, ref, path))}>
              Edit
            </MenuItem>
          ) : null}
          {isFile && onBeside ? (
            <MenuItem icon={Columns2} onSelect={() => onBeside(path)}>
              Open to the side
            </MenuItem>
          ) : null}
          <MenuItem icon={SquareArrowOutUpRight} onSelect={() => openTab(href)}>
            Open in new tab
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {path ? (
        <MenuItem
          icon={Copy}
          onSelect={() => void copyText(path).then((done) => done && toast.success("Path copied"))}
        >
          Copy path
        </MenuItem>
      ) : null}
      {committed ? (
        <>
          {isFile ? (
            <MenuItem icon={Copy} onSelect={() => void copyContent()}>
              Copy content
            </MenuItem>
          ) : null}
          <MenuItem
            icon={Link2}
            command={isOpen ? "repository.permalink" : undefined}
            onSelect={() => void copyPermalink(repository, path, hash ?? "")}
          >
            Copy permalink
          </MenuItem>
          {isFile ? (
            <MenuItem icon={Fingerprint} onSelect={() => onDialog("details")}>
              Details
            </MenuItem>
          ) : null}
          <MenuSeparator />
          <MenuItem icon={History} onSelect={() => go(historyHref(repository, ref, path))}>
            History
          </MenuItem>
          {isFile ? (
            <MenuItem icon={Download} onSelect={() => void download(account, getRawFile, input, name)}>
              Download
            </MenuItem>
          ) : null}
        </>
      ) : null}
      {edits && kind !== "submodule" ? (
        <>
          <MenuSeparator />
          <MenuItem icon={FilePlus} onSelect={() => onDialog("create")}>
            New file
          </MenuItem>
          {isFile ? (
            <>
              <MenuItem icon={FileInput} onSelect={() => onDialog("rename")}>
                Rename or move
              </MenuItem>
              <MenuItem icon={FileSymlink} onSelect={() => void replace()}>
                Replace file…
              </MenuItem>
              {pending ? (
                <MenuItem icon={Undo2} danger onSelect={() => edits.discard(path)}>
                  Discard changes
                </MenuItem>
              ) : null}
              {committed ? (
                <MenuItem icon={Trash2} danger onSelect={() => void edits.remove(path)}>
                  Delete
                </MenuItem>
              ) : null}
            </>
          ) : null}
        </>
      ) : null}
    </>
  );
}
