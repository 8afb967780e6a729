import { Download, FilePlus, Plus, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { archiveFormats, getArchive } from "../../../../shared/api/resources/repository.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { shortRef } from "../../../../shared/text/ref-name.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { download } from "../../../features/file-preview/download.ts";
import { PathDialog } from "../../../features/repository/edits/path-dialog.tsx";
import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import { joinPath } from "../../../features/repository/paths.ts";
import { editHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { MenuItem, MenuLabel } from "../../../ui/menu-item.tsx";
import styles from "./folder.module.css";

interface AddMenuProps {
  readonly repository: Repository;
  readonly folder: string;
  readonly edits: FileEdits;
}

/** Adds files to a folder: a new one, or uploads. */
export function AddMenu({ repository, folder, edits }: AddMenuProps) {
  const go = useGo();
  const input = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={Plus} size="s">
            Add
          </Button>
        }
      >
        <MenuItem icon={FilePlus} onSelect={() => setNaming(true)}>
          New file
        </MenuItem>
        <MenuItem icon={Upload} onSelect={() => input.current?.click()} description="Or drop them here">
          Upload files
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        className={styles.hiddenInput}
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          void edits.upload(folder, [...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {naming ? (
        <PathDialog
          title="New file"
          action="Create"
          initial={joinPath(folder, "")}
          onClose={() => setNaming(false)}
          onDone={(path) => {
            edits.create(path);
            go(editHref(repository, repository.ref, path));
          }}
        />
      ) : null}
    </>
  );
}

/** Archive formats, the most common first. */
const usual = ["zip", "tar.gz"] as const;
const formats = [...usual, ...archiveFormats.filter((format) => !usual.some((one) => one === format))];

/** Downloads all files of the ref, or a folder's, as an archive. */
export function ArchiveMenu({
  repository,
  folder,
}: {
  readonly repository: Repository;
  readonly folder: string;
}) {
  const { account, project, commit, ref } = repository;
  const name = [nameOf(project), shortRef(ref), folder]
    .filter(Boolean)
    .join("-")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} size="s">
          <span className={styles.word}>Download</span>
        </Button>
      }
    >
      <MenuLabel>{folder ? `Download ${nameOf(folder)} as` : "Download all files as"}</MenuLabel>
      {formats.map((format) => (
        <MenuItem
          key={format}
          onSelect={() =>
            void download(
              account,
              getArchive,
              { id: project, sha: commit.id, format, ...(folder ? { path: folder } : {}) },
              `${name}.${format}`,
            )
          }
        >
          {format}
        </MenuItem>
      ))}
    </Menu>
  );
}
