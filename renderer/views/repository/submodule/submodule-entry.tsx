import { FolderGit2 } from "lucide-react";
import { useState } from "react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import { useFolder } from "../../../features/repository/use-folder.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { useAccount } from "../../../state/host-state.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useBlob } from "../file/use-blob.ts";
import { SubmoduleBump } from "./submodule-bump.tsx";
import { submoduleProject } from "./submodule-project.ts";
import { submoduleUrl } from "./submodule-url.ts";

/** Explains a submodule, a linked commit of another repository. */
export function SubmoduleEntry({
  repository,
  path,
  commit,
}: {
  readonly repository: Repository;
  readonly path: string;
  readonly commit: string;
}) {
  const listed = useFolder(repository, "").data?.find((entry) => entry.path === ".gitmodules");
  const modules = useBlob(repository, ".gitmodules", listed?.id ?? null, undefined, 0);
  const text = modules.state === "ready" && modules.content.kind === "text" ? modules.content.text : "";
  const url = submoduleUrl(text, path);
  const service = useAccount(repository.account)?.url ?? "";
  const source = url ? submoduleProject(url, repository.project, service) : null;
  const [updating, setUpdating] = useState(false);
  return (
    <>
      <EmptyState
        icon={FolderGit2}
        title="Submodule"
        description={
          <>
            Another repository is linked here at commit <code>{commit.slice(0, 8)}</code>
            <CopyButton text={commit} label="Copy the commit's hash" />
            {url ? (
              <>
                <br />
                Its URL is <code>{url}</code> <CopyButton text={url} label="Copy the repository's address" />
              </>
            ) : null}
          </>
        }
        actions={
          <>
            <Button variant="primary" onClick={() => setUpdating(true)}>
              Update submodule…
            </Button>
            {source ? (
              <Button asChild>
                <AppLink href={filesHref({ ...repository, project: source }, commit, "")}>
                  Browse it here
                </AppLink>
              </Button>
            ) : null}
            {url && /^https?:\/\//.test(url) ? (
              <Button asChild>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  Open the repository
                </a>
              </Button>
            ) : null}
          </>
        }
      />
      {updating ? (
        <SubmoduleBump {...{ repository, path, commit, source }} onClose={() => setUpdating(false)} />
      ) : null}
    </>
  );
}
