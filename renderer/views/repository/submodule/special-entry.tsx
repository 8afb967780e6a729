import { FileSymlink, FolderGit2, HardDrive } from "lucide-react";
import { useState } from "react";
import { folderOf } from "../../../../shared/text/paths.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import { useFolder } from "../../../features/repository/use-folder.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { useAccount } from "../../../state/host-state.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { resolveReference } from "../../../ui/markdown/resolve-reference.ts";
import type { LfsPointer } from "../../../ui/viewers/lfs-pointer.ts";
import { useBlob } from "../file/use-blob.ts";
import { SubmoduleBump } from "./submodule-bump.tsx";
import { submoduleProject } from "./submodule-project.ts";
import { submoduleUrl } from "./submodule-url.ts";

/** Explains a symbolic link and links to its target. */
export function SymlinkEntry({
  repository,
  path,
  target,
}: {
  readonly repository: Repository;
  readonly path: string;
  readonly target: string;
}) {
  // The target is a plain path: characters with a meaning in URLs are literal.
  const encoded = target.split("/").map(encodeURIComponent).join("/");
  const reference = resolveReference(folderOf(path), encoded);
  const inside = reference.kind === "file" && !target.startsWith("/");
  return (
    <EmptyState
      icon={FileSymlink}
      title="Symbolic link"
      description={
        <>
          It links to <code>{target}</code>
          {inside ? "." : ", which is outside of the repository."}
        </>
      }
      actions={
        inside ? (
          <Button asChild>
            <AppLink href={filesHref(repository, repository.ref, reference.path)}>
              Go to {reference.path || "the root"}
            </AppLink>
          </Button>
        ) : null
      }
    />
  );
}

/** Explains a pointer of Git LFS: the content itself is not in the repository. */
export function LfsEntry({ pointer, text }: { readonly pointer: LfsPointer; readonly text: string }) {
  const [shown, setShown] = useState(false);
  if (shown) return <CodeView path="pointer.txt" text={text} label="Pointer" />;
  return (
    <EmptyState
      icon={HardDrive}
      title="Stored in Git LFS"
      description={
        <>
          The repository has a pointer to a file of {formatBytes(pointer.size)}, whose content is in Git LFS
          storage. Its SHA-256 is <code>{pointer.oid.slice(0, 16)}…</code>
          <CopyButton text={pointer.oid} label="Copy the content's hash" />
        </>
      }
      actions={<Button onClick={() => setShown(true)}>Show the pointer</Button>}
    />
  );
}

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
