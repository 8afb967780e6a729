import { useQueryClient } from "@tanstack/react-query";
import { createWikiPage, deleteWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { useWrite } from "../../../api/use-write.ts";
import { toast } from "../../../ui/toast.tsx";
import { changeSearchedPage } from "../../../workers/wiki/search-engine.ts";
import { deletePage } from "../model/delete-page.ts";
import { knownFormat } from "../model/formats.ts";
import { fullTitle } from "../model/page-names.ts";
import { useWiki } from "../model/use-wiki.ts";
import { wikiKey } from "../model/wiki-key.ts";

/** Deletes a page, and offers to undo that. */
export function useDeletePage(): (page: WikiPage) => Promise<void> {
  const wiki = useWiki();
  const write = useWrite();
  const client = useQueryClient();
  const { account, project, go, hrefOf } = wiki;

  async function restore(page: WikiPage): Promise<void> {
    const title = fullTitle(page);
    try {
      await write(createWikiPage, {
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
    try {
      const { page, foundLater } = await deletePage(wiki, slug);
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
      void invalidateResources(client, account, deleteWikiPage.changes);
    }
  };
}
