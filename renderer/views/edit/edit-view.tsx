import { useMemo, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useFileEdits } from "../../features/repository/edits/use-file-edits.ts";
import { GoToFile } from "../../features/repository/find/go-to-file.tsx";
import { editHref } from "../../features/repository/repository-hrefs.ts";
import { RepositorySide } from "../../features/repository/side/repository-side.tsx";
import { RepositorySplit } from "../../features/repository/side/repository-split.tsx";
import { type Repository, useRepository } from "../../features/repository/use-repository.ts";
import { type EditScope, useEdits } from "../../state/edits.ts";
import { EditPanes, type EditPanesProps } from "./edit-panes.tsx";
import { editSearch } from "./edit-search.ts";

/** One file of a branch in an editor, beside the tree. Every keystroke is stored as a draft until the commit. */
export function EditView() {
  const { account, project } = useProjectRoute();
  const [search, changeSearch] = useAddressSearch(editSearch);
  const { ref, path = "" } = search;
  const details = useOperation(getProject, { id: project });
  const loaded = useEdits((state) => state.loaded);
  const branch = ref ?? details.data?.default_branch ?? null;
  const scope = useMemo(
    () => (branch === null || !loaded ? null : { account, project, branch }),
    [account, project, branch, loaded],
  );
  const found = useRepository({ account, project }, branch ?? undefined);
  const panes = {
    scope,
    path,
    account,
    project,
    search,
    onBeside: changeSearch,
    isUnknown: branch === null && details.data !== undefined,
  };
  return found.state === "ready" && scope ? (
    <Workbench {...panes} scope={scope} repository={found.repository} />
  ) : (
    <EditPanes {...panes} repository={null} toggle={null} />
  );
}

interface WorkbenchProps extends Omit<EditPanesProps, "toggle" | "repository"> {
  readonly scope: EditScope;
  readonly repository: Repository;
}

/** The editor beside the tree of its branch. */
function Workbench({ repository, ...panes }: WorkbenchProps) {
  const { path, scope, onBeside } = panes;
  const go = useGo();
  const edits = useFileEdits(repository);
  const [finding, setFinding] = useState(false);
  const side = (
    <RepositorySide
      {...{ repository, path, edits }}
      editing
      onRef={(ref) => go(editHref(scope, ref, path))}
      onFind={() => setFinding(true)}
      onBeside={(other) => onBeside({ beside: "file", with: other })}
    />
  );
  return (
    <>
      <RepositorySplit side={side}>
        {(toggle) => <EditPanes {...panes} repository={repository} toggle={toggle} />}
      </RepositorySplit>
      <GoToFile repository={repository} editing open={finding} onOpenChange={setFinding} />
    </>
  );
}
