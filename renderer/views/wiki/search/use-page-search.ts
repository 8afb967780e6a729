import { useCallback, useEffect, useMemo, useState } from "react";
import { loadWiki, searchWiki } from "../../../workers/wiki/search-engine.ts";
import { type PageHits, searchPages } from "../../../workers/wiki/search-pages.ts";
import { useWiki } from "../model/use-wiki.ts";
import { wikiKey, wikiTextsUrl } from "../model/wiki-key.ts";

/**
 * Returns the results of a query; null until there are any. All texts are read once, when the search is opened; until
 * then titles are searched.
 */
export function usePageSearch(query: string): {
  readonly result: PageHits | null;
  /** Pages that are searched. */
  readonly pages: number;
  /** Whether the texts are still being read. */
  readonly reading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
} {
  const { account, project, pages: listed } = useWiki();
  const [pages, setPages] = useState<number | null>(null);
  const [result, setResult] = useState<PageHits | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is retried on request
  useEffect(() => {
    let canceled = false;
    setError(null);
    const scope = { account, project };
    loadWiki(wikiKey(scope), wikiTextsUrl(scope)).then(
      (count) => canceled || setPages(count),
      (reason: unknown) => canceled || setError(reason),
    );
    return () => {
      canceled = true;
    };
  }, [account, project, attempt]);
  useEffect(() => {
    if (pages === null || query.trim() === "") return setResult(null);
    const controller = new AbortController();
    searchWiki(wikiKey({ account, project }), query, controller.signal).then(setResult, (reason: unknown) => {
      if (!controller.signal.aborted) setError(reason);
    });
    return () => controller.abort();
  }, [account, project, pages, query]);
  const titles = useMemo(
    () => (pages === null ? searchPages(listed.map(withoutText), query, maxTitles) : null),
    [pages, listed, query],
  );
  return {
    result: pages === null ? titles : result,
    pages: pages ?? listed.length,
    reading: pages === null && error === null,
    error,
    retry,
  };
}

const maxTitles = 100;
const withoutText = ({ slug, title }: { readonly slug: string; readonly title: string }) => ({
  slug,
  title,
  content: "",
});
