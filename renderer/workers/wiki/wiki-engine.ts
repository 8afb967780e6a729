import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { PageMethods } from "./page.worker.ts";
import type { RenderedPage, WikiPageSource } from "./render-page.ts";
import type { PageHits, SearchedPage } from "./search-pages.ts";
import type { WikiSearchMethods } from "./wiki-search.worker.ts";

const worker = createWorkerClient<WikiSearchMethods>(
  () =>
    new Worker(new URL("./wiki-search.worker.ts", import.meta.url), { type: "module", name: "wiki-search" }),
  { limitMs: 20_000 },
);

/** Wikis that the worker has, with when they were read (ms). */
const loaded = new Map<string, { readonly at: number; readonly reading: Promise<number> }>();
worker.onEnd(() => loaded.clear());

/** Milliseconds after which all pages are read again when somebody searches. */
const freshForMs = 5 * 60_000;

/**
 * Reads all pages of a wiki with their text, unless that was done a moment ago; resolves with how many there are. `wiki`
 * names it in later calls.
 */
export function loadWiki(wiki: string, url: string): Promise<number> {
  const known = loaded.get(wiki);
  if (known && Date.now() - known.at < freshForMs) return known.reading;
  const reading = worker.call("load", { wiki, url: new URL(url, location.href).href });
  loaded.set(wiki, { at: Date.now(), reading });
  reading.catch(() => loaded.delete(wiki));
  return reading;
}

/** Updates the index after a change of a page; `page` is null where it was deleted. */
export function changeSearchedPage(wiki: string, slug: string, page: SearchedPage | null): void {
  if (loaded.has(wiki)) void worker.call("change", { wiki, slug, page }).catch(() => loaded.delete(wiki));
}

/** The best pages of a wiki that was loaded. */
export const searchWiki = (wiki: string, query: string, signal?: AbortSignal): Promise<PageHits> =>
  worker.call("search", { wiki, query, limit: 100 }, { signal });

const pageWorker = createWorkerClient<PageMethods>(
  () => new Worker(new URL("./page.worker.ts", import.meta.url), { type: "module", name: "wiki-page" }),
  { stateless: true },
);

/** Renders a wiki page outside of the page's thread. */
export const renderPageInWorker = (page: WikiPageSource, signal?: AbortSignal): Promise<RenderedPage> =>
  pageWorker.call("render", page, { signal });
