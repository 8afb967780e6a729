import { useMemo, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { branchOf, readRefName } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useFileEdits } from "../../features/repository/edits/use-file-edits.ts";
import { GoToFile } from "../../features/repository/find/go-to-file.tsx";
import { editHref, filesHref } from "../../features/repository/repository-hrefs.ts";
import { RepositorySide } from "../../features/repository/side/repository-side.tsx";
import { RepositorySplit } from "../../features/repository/side/repository-split.tsx";
import { type Repository, useRepository } from "../../features/repository/use-repository.ts";
import { type EditScope, useEdits } from "../../state/edits.ts";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import pane from "../../ui/side-pane.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EditPanes } from "./edit-panes.tsx";
import { editSearch } from "./edit-search.ts";

/** One file of a branch in an editor, beside the tree. Every keystroke is stored as a draft until the commit. */
export function EditView() {
  const { account, project } = useProjectRoute();
  const [search, changeSearch] = useAddressSearch(editSearch);
  const { ref, path = "" } = search;
  const details = useOperation(getProject, { id: project });
  const loaded = useEdits((state) => state.loaded);
  const branch = ref === undefined ? (details.data?.default_branch ?? null) : branchOf(ref);
  const scope = useMemo(
    () => (branch === null || !loaded ? null : { account, project, branch }),
    [account, project, branch, loaded],
  );
  const found = useRepository({ account, project }, branch ?? undefined);
  const repository = found.state === "ready" && scope ? found.repository : null;
  const [finding, setFinding] = useState(false);
  // One structure for all states: an editor that is in use is not mounted again when the tree arrives.
  return (
    <>
      <RepositorySplit
        side={
          repository && scope ? (
            <EditSide
              {...{ repository, scope, path }}
              onFind={() => setFinding(true)}
              onBeside={(other) => changeSearch({ beside: "file", with: other })}
            />
          ) : found.state === "loading" ? (
            <div className={cx(pane.side, layout.padded)}>
              <Skeleton lines={8} label="Loading the tree" />
            </div>
          ) : null
        }
      >
        {(toggle) => (
          <EditPanes
            {...{ account, project, scope, path, search, repository, toggle }}
            onBeside={changeSearch}
            isUnknown={branch === null && details.data !== undefined}
          />
        )}
      </RepositorySplit>
      {repository ? (
        <GoToFile repository={repository} editing open={finding} onOpenChange={setFinding} />
      ) : null}
    </>
  );
}

interface EditSideProps {
  readonly repository: Repository;
  readonly scope: EditScope;
  readonly path: string;
  readonly onFind: () => void;
  readonly onBeside: (path: string) => void;
}

/** The tree of the branch, whose files open in the editor. */
function EditSide({ repository, scope, path, ...handlers }: EditSideProps) {
  const go = useGo();
  const edits = useFileEdits(repository);
  return (
    <RepositorySide
      {...{ repository, path, edits, ...handlers }}
      editing
      onRef={(ref) =>
        go(readRefName(ref).kind === "tag" ? filesHref(scope, ref, path) : editHref(scope, ref, path))
      }
    />
  );
}
