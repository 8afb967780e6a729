import {
  Copy,
  Download,
  EllipsisVertical,
  FilePen,
  Fingerprint,
  History,
  Link2,
  Pencil,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { download } from "../../../features/file-preview/download.ts";
import { copyPermalink } from "../../../features/repository/copy-permalink.ts";
import { PathDialog } from "../../../features/repository/edits/path-dialog.tsx";
import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import { nameOf } from "../../../features/repository/paths.ts";
import { editHref, historyHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/menu-item.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { decodeText, detectEncoding } from "../../../workers/text/detect-text.ts";
import { FileDetails } from "./file-details.tsx";

interface FileMenuProps {
  readonly repository: Repository;
  /** Empty for the root. */
  readonly path: string;
  readonly hash: string;
  /** Whether the path is a regular file. */
  readonly file: boolean;
  readonly edits: FileEdits | null;
}

/** Actions on a file or folder. */
export function FileMenu({ repository, path, hash, file, edits }: FileMenuProps) {
  const go = useGo();
  const [renaming, setRenaming] = useState(false);
  const [detailed, setDetailed] = useState(false);
  const name = nameOf(path);
  const input = { id: repository.project, file_path: path, ref: repository.commit.id };
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      description: "The deletion stays pending, and can be undone, until you commit it.",
      confirmLabel: "Delete",
      danger: true,
    });
    if (sure) await edits?.remove(path);
  };
  const copyContent = async () => {
    try {
      const bytes = new Uint8Array(
        await (await callOperation(repository.account, getRawFile, input)).arrayBuffer(),
      );
      const encoding = detectEncoding(bytes);
      if (!encoding) toast.error("Nothing was copied", { description: `${name} is not text.` });
      else if (await copyText(decodeText(bytes, encoding))) toast.success("Copied the file's content");
    } catch (error) {
      toast.problem("Nothing was copied", toProblem(error));
    }
  };
  return (
    <>
      {file && edits ? (
        <Button icon={FilePen} size="s" onClick={() => go(editHref(repository, repository.ref, path))}>
          Edit
        </Button>
      ) : null}
      <Menu
        align="end"
        trigger={
          <IconButton
            label={file ? "More about this file" : "More about this folder"}
            icon={EllipsisVertical}
            size="s"
          />
        }
      >
        {path ? (
          <MenuItem
            icon={Copy}
            onSelect={() => void copyText(path).then((done) => done && toast.success("Copied the path"))}
          >
            Copy path
          </MenuItem>
        ) : null}
        {file ? (
          <MenuItem icon={Copy} onSelect={() => void copyContent()}>
            Copy content
          </MenuItem>
        ) : null}
        <MenuItem
          icon={Link2}
          command="repository.permalink"
          onSelect={() => void copyPermalink(repository, path, hash)}
        >
          Copy permalink
        </MenuItem>
        {file ? (
          <MenuItem icon={Fingerprint} onSelect={() => setDetailed(true)}>
            Details
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={History} onSelect={() => go(historyHref(repository, repository.ref, path))}>
          History
        </MenuItem>
        {file ? (
          <MenuItem
            icon={Download}
            onSelect={() => void download(repository.account, getRawFile, input, name)}
          >
            Download
          </MenuItem>
        ) : null}
        {file && edits ? (
          <>
            <MenuSeparator />
            <MenuItem icon={Pencil} onSelect={() => setRenaming(true)}>
              Rename or move
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
              Delete
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {detailed ? (
        <FileDetails repository={repository} path={path} onClose={() => setDetailed(false)} />
      ) : null}
      {renaming ? (
        <PathDialog
          title={`Rename or move ${name}`}
          action="Rename"
          initial={path}
          onClose={() => setRenaming(false)}
          onDone={(to) => void edits?.rename(path, to)}
        />
      ) : null}
    </>
  );
}
