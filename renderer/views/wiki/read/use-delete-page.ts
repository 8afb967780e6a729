import { useQueryClient } from "@tanstack/react-query";
import { createWikiPage, deleteWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { createWriteFlow, type WriteFlow } from "../../../api/send-write.ts";
import { useWrite } from "../../../api/use-write.ts";
import type { WikiScope } from "../../../state/wiki-drafts.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { changeSearchedPage } from "../../../workers/wiki/wiki-engine.ts";
import { readPage } from "../model/save-page.ts";
import { useWiki, wikiKey } from "../model/use-wiki.ts";
import { fullTitle, knownFormat } from "../model/wiki-page.ts";

/** Deletes a page, and offers to undo that. */
export function useDeletePage(): (page: WikiPage) => Promise<void> {
  const wiki = useWiki();
  const write = useWrite(createWikiPage);
  const client = useQueryClient();
  const { project, go, hrefOf } = wiki;

  async function restore(page: WikiPage): Promise<void> {
    const title = fullTitle(page);
    try {
      await write({
        id: project,
        title,
        content: page.content ?? "",
        format: knownFormat(page.format),
      });
      changeSearchedPage(wikiKey(wiki), page.slug, { ...page, content: page.content ?? "" });
      toast.success(`Restored ${title}`);
      go(hrefOf({ kind: "page", slug: page.slug }));
    } catch (error) {
      toast.problem(`${title} was not restored`, describeProblem(error));
    }
  }

  return async ({ slug, title }) => {
    const writes = createWriteFlow(client);
    try {
      const { page, foundLater } = await deletePage(writes, wiki, slug);
      changeSearchedPage(wikiKey(wiki), slug, null);
      go(hrefOf({ kind: "page", slug: "home" }));
      if (!page) toast.info(`${title} was deleted already`);
      else
        toast.success(`Deleted ${title}`, {
          description: foundLater ? "The response was lost; Helve found the page deleted." : undefined,
          action: { label: "Undo", onSelect: () => void restore(page) },
        });
    } catch (error) {
      toast.problem(`${title} was not deleted`, describeProblem(error));
    } finally {
      writes.end();
    }
  };
}

/** A page that was deleted. */
interface DeletedPage {
  /** Its last state, which an undo creates again; null where it was gone already. */
  readonly page: WikiPage | null;
  /** The response was lost; the host found the page deleted. */
  readonly foundLater: boolean;
}

/** Deletes a page once, after reading its current state. Throws ProblemError where it exists or may exist. */
export async function deletePage(writes: WriteFlow, scope: WikiScope, slug: string): Promise<DeletedPage> {
  const page = await readPage(scope, slug);
  if (!page) return { page, foundLater: false };
  const { isFound } = await writes.settle(scope.account, deleteWikiPage, { id: scope.project, slug });
  return { page, foundLater: isFound };
}
