import { FileX } from "lucide-react";
import type { ReactNode } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { Repository } from "../../features/repository/use-repository.ts";
import type { EditScope } from "../../state/edits.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EditPane } from "./edit-pane.tsx";
import type { EditSearch } from "./edit-search.ts";
import { SidePane } from "./side-pane.tsx";

interface EditPanesProps {
  readonly account: string;
  readonly project: string;
  readonly path: string;
  /** Null while the branch or the drafts are read. */
  readonly scope: EditScope | null;
  /** Whether there is no branch to edit. */
  readonly isUnknown: boolean;
  /** The branch's files; null while they are read, and in an empty repository. */
  readonly repository: Repository | null;
  readonly search: EditSearch;
  readonly onBeside: (beside: Pick<EditSearch, "beside" | "with">) => void;
  /** Shows and hides the tree. */
  readonly toggle: ReactNode;
}

/** An editor, with what was chosen to be beside it. */
export function EditPanes({ account, project, path, scope, isUnknown, ...props }: EditPanesProps) {
  const { repository, search, onBeside, toggle } = props;
  if (path === "" || isUnknown) {
    return (
      <EmptyState
        icon={FileX}
        title="No file to edit"
        description="Choose a file of a branch, then Edit."
        actions={
          <Button asChild>
            <AppLink href={hrefs.project(account, project, "files")}>Browse files</AppLink>
          </Button>
        }
      />
    );
  }
  if (!scope) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={10} label="Loading the file" />
      </div>
    );
  }
  const beside = search.beside === "file" && !search.with ? undefined : search.beside;
  return (
    <EditPane
      {...{ scope, path, toggle, beside }}
      onBeside={(next) => onBeside({ beside: next, with: undefined })}
      besidePane={
        beside ? (
          <SidePane
            {...{ scope, path, beside, repository }}
            other={search.with ?? ""}
            onClose={() => onBeside({ beside: undefined, with: undefined })}
          />
        ) : null
      }
    />
  );
}
