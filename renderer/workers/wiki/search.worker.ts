import { z } from "zod";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { type PageHits, type SearchedPage, searchPages } from "./search-pages.ts";

const listed = z.array(
  z.object({ slug: z.string(), title: z.string().catch(""), content: z.string().nullish() }),
);

/** Pages of each wiki that was read, by slug. */
const wikis = new Map<string, Map<string, SearchedPage>>();

const methods = {
  /** Reads all pages of a wiki with their text; returns how many there are. Throws where the service refuses. */
  async load(
    { wiki, url }: { wiki: string; url: string },
    { signal }: { signal: AbortSignal },
  ): Promise<number> {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(await reasonOf(response));
    const pages = listed.parse(await response.json());
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

const problem = z.object({ message: z.string() });

async function reasonOf(response: Response): Promise<string> {
  const parsed = problem.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data.message : `HTTP ${response.status}`;
}

export type WikiSearchMethods = typeof methods;

defineWorker(methods);
