import { FileSearch } from "lucide-react";
import { useState } from "react";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import { branchOf } from "../../../../shared/text/ref-name.ts";
import flow from "../../../ui/flow.module.css";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import pane from "../../../ui/side-pane.module.css";
import { usePendingFiles } from "../../pending-edits/use-pending-files.ts";
import { RefPicker } from "../../ref-picker/ref-picker.tsx";
import type { FileEdits } from "../edits/use-file-edits.ts";
import type { MenuEntry } from "../entry-menu/entry-items.tsx";
import { useEntryMenu } from "../entry-menu/use-entry-menu.tsx";
import { FilteredFiles } from "../find/filtered-files.tsx";
import { RepositoryTree } from "../repository-tree.tsx";
import type { Repository } from "../use-repository.ts";

interface RepositorySideProps {
  readonly repository: Repository;
  /** Path of the open file or folder. */
  readonly path: string;
  readonly edits: FileEdits | null;
  /** Whether files open in the editor. */
  readonly editing?: boolean;
  readonly onRef: (ref: string) => void;
  readonly onFind: () => void;
  readonly onBeside?: (path: string) => void;
}

/** The ref, a filter and the tree of a repository, beside an open file. */
export function RepositorySide(props: RepositorySideProps) {
  const { repository, path, edits, editing = false, onRef, onFind, onBeside } = props;
  const [filter, setFilter] = useState("");
  const { account, project, ref } = repository;
  const { kinds, folders } = usePendingFiles({ account, project, branch: branchOf(ref) });
  const { itemsOf, dialog } = useEntryMenu(repository, edits, { onBeside });
  const toMenuEntry = (entry: TreeEntry): MenuEntry => ({
    path: entry.path,
    kind: entry.type === "tree" ? "folder" : entry.type === "commit" ? "submodule" : "file",
    committed: entry.id !== "",
    pending: kinds.has(entry.path) || folders.has(entry.path),
  });
  return (
    <nav className={pane.side} aria-label="Repository">
      <div className={pane.head}>
        <RefPicker
          project={project}
          current={ref}
          defaultBranch={repository.defaultBranch}
          onChoose={onRef}
        />
        <IconButton label="Go to file" command="repository.go-to-file" icon={FileSearch} onClick={onFind} />
      </div>
      <div className={pane.filter}>
        <SearchField label="Filter files" value={filter} onChange={setFilter} />
      </div>
      <div className={flow.fill}>
        {filter.trim() ? (
          <FilteredFiles
            {...{ repository, path, editing }}
            filter={filter.trim()}
            onHidden={() => setFilter("")}
          />
        ) : (
          <RepositoryTree
            key={repository.commit.id}
            {...{ repository, path, editing }}
            menuOf={(entry) => itemsOf(toMenuEntry(entry))}
          />
        )}
      </div>
      {dialog}
    </nav>
  );
}
