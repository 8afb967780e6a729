import { FileSearch, FileText, Link2 } from "lucide-react";
import { type DragEvent, useMemo, useState } from "react";
import { useGo } from "../../features/addresses/use-go.ts";
import { copyPermalink } from "../../features/repository/copy-permalink.ts";
import { useFileEdits } from "../../features/repository/edits/use-file-edits.ts";
import { GoToFile } from "../../features/repository/find/go-to-file.tsx";
import { focusFile } from "../../features/repository/focus-file.ts";
import { filesHref } from "../../features/repository/repository-hrefs.ts";
import { RepositorySide } from "../../features/repository/side/repository-side.tsx";
import { RepositorySplit } from "../../features/repository/side/repository-split.tsx";
import type { Repository } from "../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import type { FilesAddress } from "./files-address.ts";
import { PathContent } from "./path-content.tsx";
import styles from "./repository.module.css";

interface BrowserProps {
  readonly repository: Repository;
  readonly address: FilesAddress;
}

/** The tree beside the open file or folder. */
export function Browser({ repository, address }: BrowserProps) {
  const go = useGo();
  const edits = useFileEdits(repository);
  const [finding, setFinding] = useState(false);
  const { path, hash, mode } = address;
  const commands = useMemo(
    () => [
      {
        id: "repository.go-to-file",
        title: "Go to file",
        section: "Repository",
        icon: FileSearch,
        run: () => setFinding(true),
      },
      {
        id: "repository.quick-open",
        title: "Find a file by name",
        section: "Repository",
        icon: FileText,
        run: () => setFinding(true),
      },
      {
        id: "repository.permalink",
        title: "Copy permalink",
        section: "Repository",
        icon: Link2,
        run: () => void copyPermalink(repository, path, hash, mode),
      },
    ],
    [repository, path, hash, mode],
  );
  useRegisterCommands(commands);
  const side = (
    <RepositorySide
      {...{ repository, path, edits }}
      onRef={(ref) => go(filesHref(repository, ref, path))}
      onFind={() => setFinding(true)}
    />
  );
  return (
    <section
      className={styles.page}
      aria-label="Files and folders"
      onDragOver={edits ? allowFiles : undefined}
      onDrop={(event) => edits && dropped(event)}
    >
      <RepositorySplit side={side}>
        {(toggle) => <PathContent {...{ repository, path, hash, mode, edits, toggle }} />}
      </RepositorySplit>
      <GoToFile repository={repository} open={finding} onOpenChange={setFinding} onChosen={focusFile} />
    </section>
  );

  function dropped(event: DragEvent): void {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    const folder = event.currentTarget.querySelector("[data-folder]")?.getAttribute("data-folder") ?? "";
    void edits?.upload(folder, files);
  }
}

function allowFiles(event: DragEvent): void {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
}
