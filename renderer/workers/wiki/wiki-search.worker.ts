import type { WikiPage } from "../../../shared/api/resources/wikis.ts";
import { readProblem } from "../../../shared/host/problem-responses.ts";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { type PageHits, type SearchedPage, searchPages } from "./search-pages.ts";

/** Pages of each wiki that was read, by slug. */
const wikis = new Map<string, Map<string, SearchedPage>>();

const methods = {
  /** Reads all pages of a wiki with their text; returns how many there are. Throws where the service refuses. */
  async load(
    { wiki, url }: { wiki: string; url: string },
    { signal }: { signal: AbortSignal },
  ): Promise<number> {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error((await readProblem(response)).message);
    const pages: readonly WikiPage[] = await response.json();
    wikis.set(
      wiki,
      new Map(pages.map((page) => [page.slug, { ...page, content: (page.content ?? "").normalize("NFC") }])),
    );
    return pages.length;
  },
  /** Updates the index after a change of a page; `page` is null where it was deleted. */
  change({ wiki, slug, page }: { wiki: string; slug: string; page: SearchedPage | null }): void {
    const pages = wikis.get(wiki);
    pages?.delete(slug);
    if (page) pages?.set(page.slug, { ...page, content: page.content.normalize("NFC") });
  },
  /** The best pages for a query. */
  search: ({ wiki, query, limit }: { wiki: string; query: string; limit: number }): PageHits =>
    searchPages([...(wikis.get(wiki)?.values() ?? [])], query, limit),
};

export type WikiSearchMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });
