import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast-store.ts";
import { filesHref, type RepositoryScope } from "./repository-hrefs.ts";
import type { Repository } from "./use-repository.ts";

/** Returns the address of lines, a file or a folder at the shown commit, which later commits do not change. */
export const permalink = (
  repository: RepositoryScope & { readonly commit: { readonly id: string } },
  path: string,
  hash: string,
): string => filesHref(repository, repository.commit.id, path, hash);

/** Copies an address that names the commit, so that it always shows the same lines. */
export async function copyPermalink(repository: Repository, path: string, hash: string): Promise<void> {
  if (await copyText(new URL(permalink(repository, path, hash), window.location.href).href)) {
    toast.success("Copied the permalink", { description: `It names commit ${repository.commit.short_id}.` });
  } else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
