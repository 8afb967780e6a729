import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast-store.ts";
import { shareUrl } from "../addresses/share-url.ts";
import { type FileMode, filesHref, type RepositoryScope } from "./repository-hrefs.ts";
import type { Repository } from "./use-repository.ts";

/** Returns the address of lines, a file or a folder at the shown commit, which later commits do not change. */
export const permalink = (
  repository: RepositoryScope & { readonly commit: { readonly id: string } },
  path: string,
  hash: string,
  mode: FileMode | null = null,
): string => filesHref(repository, repository.commit.id, path, hash, mode);

/** Copies an address that names the commit, so that it always shows the same lines. */
export async function copyPermalink(
  repository: Repository,
  path: string,
  hash: string,
  mode?: FileMode | null,
): Promise<void> {
  if (await copyText(shareUrl(permalink(repository, path, hash, mode)))) {
    toast.success("Copied the permalink", { description: `It names commit ${repository.commit.short_id}.` });
  } else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
