import {
  createWikiPage,
  deleteWikiPage,
  getWikiPage,
  type WikiPage,
} from "../../../../shared/api/resources/wikis.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { useWrite } from "../../../api/use-write.ts";
import { toast } from "../../../ui/toast.tsx";
import { changeSearchedPage } from "../../../workers/wiki/search-engine.ts";
import { knownFormat } from "../model/formats.ts";
import { fullTitle } from "../model/page-names.ts";
import { readPage } from "../model/save-page.ts";
import { useWiki } from "../use-wiki.ts";
import { wikiKey } from "../wiki-key.ts";

/** Deletes a page, and offers to undo that. */
export function useDeletePage(): (page: WikiPage) => Promise<void> {
  const wiki = useWiki();
  const write = useWrite();
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
      toast.problem(`${title} was not restored`, toProblem(error));
    }
  }

  return async ({ slug, title }) => {
    try {
      // An undo restores the deleted text, not the one that was read earlier.
      const now = await fetchOperation(account, getWikiPage, { id: project, slug });
      await write(deleteWikiPage, { id: project, slug }).catch(async (error: unknown) => {
        const mayBeDeleted = error instanceof ProblemError && error.problem.changed !== "no";
        if (!mayBeDeleted || (await readPage(wiki, slug)) !== null) throw error;
      });
      changeSearchedPage(wikiKey(wiki), slug, null);
      go(hrefOf({ kind: "page", slug: "home" }));
      toast.success(`Deleted ${title}`, {
        action: { label: "Undo", onSelect: () => void restore(now) },
      });
    } catch (error) {
      toast.problem(`${title} was not deleted`, toProblem(error));
    }
  };
}
