import { FileSearch, FileText, Link2 } from "lucide-react";
import { type DragEvent, useMemo, useState } from "react";
import { useGo } from "../../features/addresses/use-go.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { copyPermalink } from "../../features/repository/copy-permalink.ts";
import { useFileEdits } from "../../features/repository/edits/use-file-edits.ts";
import { FilteredFiles } from "../../features/repository/find/filtered-files.tsx";
import { GoToFile } from "../../features/repository/find/go-to-file.tsx";
import { filesHref } from "../../features/repository/repository-hrefs.ts";
import { RepositoryTree } from "../../features/repository/repository-tree.tsx";
import type { Repository } from "../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../state/commands.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { TextField } from "../../ui/text-field.tsx";
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
  const [filter, setFilter] = useState("");
  const { path, hash, plain } = address;
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
        run: () => void copyPermalink(repository, path, hash),
      },
    ],
    [repository, path, hash],
  );
  useRegisterCommands(commands);
  const side = (
    <nav className={styles.side} aria-label="Repository">
      <div className={styles.sideHead}>
        <RefPicker
          project={repository.project}
          current={repository.ref}
          defaultBranch={repository.defaultBranch}
          onChoose={(ref) => go(filesHref(repository, ref, path))}
        />
        <IconButton
          label="Go to file"
          command="repository.go-to-file"
          icon={FileSearch}
          onClick={() => setFinding(true)}
        />
      </div>
      <div className={styles.treeFilter}>
        <TextField
          label="Filter files"
          hideLabel
          type="search"
          placeholder="Filter files"
          value={filter}
          onChange={setFilter}
        />
      </div>
      <div className={styles.sideTree}>
        {filter.trim() ? (
          <FilteredFiles repository={repository} filter={filter.trim()} path={path} />
        ) : (
          <RepositoryTree key={repository.commit.id} repository={repository} path={path} />
        )}
      </div>
    </nav>
  );
  return (
    <section
      className={styles.page}
      aria-label="Files and folders"
      onDragOver={edits ? allowFiles : undefined}
      onDrop={(event) => edits && dropped(event)}
    >
      <SplitPane
        label="file tree"
        defaultSize={280}
        max={560}
        first={side}
        second={<PathContent {...{ repository, path, hash, plain, edits }} />}
      />
      <GoToFile repository={repository} open={finding} onOpenChange={setFinding} />
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
