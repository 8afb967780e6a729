import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast-store.ts";
import { filesHref } from "./repository-hrefs.ts";
import type { Repository } from "./use-repository.ts";

/** Copies an address that names the commit, so that it shows the same lines for good. */
export async function copyPermalink(repository: Repository, path: string, hash: string): Promise<void> {
  const href = filesHref(repository, repository.commit.id, path, hash);
  if (await copyText(new URL(href, window.location.href).href)) {
    toast.success("Copied the permalink", { description: `It names commit ${repository.commit.short_id}.` });
  } else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
