import { FileSymlink, FolderGit2 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { resolveReference } from "../../ui/markdown/resolve-reference.ts";
import { AppAnchor } from "./app-anchor.tsx";
import { folderOf } from "./paths.ts";
import { filesHref } from "./repository-hrefs.ts";
import { submoduleUrl } from "./submodule-url.ts";
import { useBlob } from "./use-blob.ts";
import type { Repository } from "./use-repository.ts";

/** Explains a symbolic link and leads to what it names. */
export function SymlinkEntry({
  repository,
  path,
  target,
}: {
  readonly repository: Repository;
  readonly path: string;
  readonly target: string;
}) {
  // A link's text is a plain path: what has a meaning in addresses is kept as it is.
  const encoded = target.split("/").map(encodeURIComponent).join("/");
  const reference = resolveReference(folderOf(path), encoded);
  const inside = reference.kind === "file" && !target.startsWith("/");
  return (
    <EmptyState
      icon={FileSymlink}
      title="Symbolic link"
      description={
        <>
          It stands for <code>{target}</code>
          {inside ? "." : ", which is outside of the repository."}
        </>
      }
      actions={
        inside ? (
          <Button asChild>
            <AppAnchor href={filesHref(repository, repository.ref, reference.path)}>
              Go to {reference.path || "the root"}
            </AppAnchor>
          </Button>
        ) : null
      }
    />
  );
}

/** Explains a submodule: another repository's commit that is linked here. */
export function SubmoduleEntry({
  repository,
  path,
  commit,
}: {
  readonly repository: Repository;
  readonly path: string;
  readonly commit: string;
}) {
  const modules = useBlob(repository, ".gitmodules", undefined, 0);
  const text = modules.state === "ready" && modules.content.kind === "text" ? modules.content.text : "";
  const url = submoduleUrl(text, path);
  return (
    <EmptyState
      icon={FolderGit2}
      title="Submodule"
      description={
        <>
          Another repository is linked here at commit <code>{commit.slice(0, 10)}</code>
          <CopyButton text={commit} label="Copy the commit's hash" />
          {url ? (
            <>
              <br />
              It comes from <code>{url}</code> <CopyButton text={url} label="Copy the repository's address" />
            </>
          ) : null}
        </>
      }
      actions={
        url && /^https?:\/\//.test(url) ? (
          <Button asChild>
            <a href={url} target="_blank" rel="noopener noreferrer">
              Open the repository
            </a>
          </Button>
        ) : null
      }
    />
  );
}
