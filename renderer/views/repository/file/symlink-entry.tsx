import { FileSymlink } from "lucide-react";
import { folderOf } from "../../../../shared/text/paths.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { resolveReference } from "../../../ui/markdown/resolve-reference.ts";

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
