import { useQuery } from "@tanstack/react-query";
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
import { type ReactNode, useState } from "react";
import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import { getRawFile, headFile } from "../../../shared/api/resources/files.ts";
import type { Optional } from "../../../shared/optional.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { openTab } from "../../state/tabs.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton, copyText } from "../../ui/buttons/copy-button.tsx";
import { pickFiles } from "../../ui/forms/pick-files.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { decodeInWorker } from "../../workers/text/text-engine.ts";
import { useGo } from "../addresses/app-link.tsx";
import { downloadWithNotice } from "../file-preview/download-with-notice.ts";
import styles from "./entry-menu.module.css";
import { editHref, filesHref, historyHref } from "./repository-hrefs.ts";
import { joinPath } from "./repository-paths.ts";
import { type FileEdits, PathDialog } from "./use-file-edits.tsx";
import { copyPermalink, type RepositoryAtRef } from "./use-repository.ts";

interface EntryMenuOptions
  extends Optional<{
    onBeside: (path: string) => void;
  }> {
  readonly isOpen?: boolean;
}

/** Returns the menu items of files and folders, and the dialog that one of them has opened. */
export function useEntryMenu(
  repository: RepositoryAtRef,
  edits: FileEdits | null,
  { isOpen = false, onBeside }: EntryMenuOptions = {},
): { readonly itemsOf: (entry: MenuEntry) => ReactNode; readonly dialog: ReactNode } {
  const [open, setOpen] = useState<{ readonly entry: MenuEntry; readonly dialog: EntryDialog } | null>(null);
  return {
    itemsOf: (entry) => (
      <EntryItems
        repository={repository}
        edits={edits}
        entry={entry}
        isOpen={isOpen}
        onBeside={onBeside}
        onDialog={(dialog) => setOpen({ entry, dialog })}
      />
    ),
    dialog: open ? (
      <EntryDialogs repository={repository} edits={edits} {...open} onClose={() => setOpen(null)} />
    ) : null,
  };
}

interface EntryDialogsProps {
  readonly repository: RepositoryAtRef;
  readonly edits: FileEdits | null;
  readonly entry: MenuEntry;
  readonly dialog: EntryDialog;
  readonly onClose: () => void;
}

/** The dialog that an action of {@link EntryItems} opens. */
function EntryDialogs({ repository, edits, entry, dialog, onClose }: EntryDialogsProps) {
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

interface FileDetailsProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly onClose: () => void;
}

/** Ids and checksum of a file, to compare with copies elsewhere. */
function FileDetails({ repository, path, onClose }: FileDetailsProps) {
  const { account, project, commit } = repository;
  const input = { id: project, file_path: path, ref: commit.id };
  const details = useQuery({
    queryKey: [account, "file details", input],
    queryFn: async ({ signal }) =>
      readFileHeaders((await callOperation(account, headFile, input, { signal })).headers),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = [
    ["Last commit", details.data?.lastCommitId],
    ["Read at commit", details.data?.commitId],
    ["Blob", details.data?.blobId],
    ["SHA-256", details.data?.contentSha256],
  ] as const;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Details of ${nameOf(path)}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {details.error ? (
        <ErrorState compact {...describeProblem(details.error)} onRetry={() => void details.refetch()} />
      ) : details.data ? (
        <dl className={styles.details}>
          {rows.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{value}</code>
                  <CopyButton text={value} label={`Copy ${name}`} />
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      ) : (
        <Skeleton lines={4} label="Loading the details" />
      )}
    </Dialog>
  );
}

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

type EntryDialog = "create" | "rename" | "details";

interface EntryItemsProps
  extends Optional<{
    /** Shows the file beside the open one. */
    onBeside: (path: string) => void;
  }> {
  readonly repository: RepositoryAtRef;
  readonly edits: FileEdits | null;
  readonly entry: MenuEntry;
  readonly onDialog: (dialog: EntryDialog) => void;
  /** Whether the menu is of the open file's own view, which needs no way to it. */
  readonly isOpen?: boolean;
}

/** The actions on a file or folder, in a menu of a view or of a tree's row. */
function EntryItems({ repository, edits, entry, onDialog, isOpen, onBeside }: EntryItemsProps) {
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
      {isOpen && isFile && committed && onBeside ? (
        <>
          <MenuItem icon={Columns2} onSelect={() => onBeside(path)}>
            Open to the side
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
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
            <MenuItem
              icon={Download}
              onSelect={() => void downloadWithNotice(account, getRawFile, input, name)}
            >
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
