import { FileSearch } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { openTab } from "../../state/tabs.ts";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import {
  type MatchedText,
  type PageHit,
  type PageHits,
  searchPages,
} from "../../workers/wiki/search-pages.ts";
import { loadWiki, searchWiki } from "../../workers/wiki/wiki-engine.ts";
import { useWiki, wikiKey, wikiTextsUrl } from "./model/use-wiki.ts";
import styles from "./wiki-search.module.css";

/** Searches titles and texts of all pages. */
export function WikiSearch({ query }: { readonly query: string }) {
  const { go, hrefOf } = useWiki();
  const page = useRef<HTMLElement>(null);
  const { result, pages, reading, error, retry } = usePageSearch(query);
  const open = (hit: PageHit | undefined, newTab: boolean) => {
    if (!hit) return;
    const href = hrefOf({ kind: "page", slug: hit.slug });
    if (newTab) openTab(href, { background: true });
    else go(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") open(result?.hits[0], event.ctrlKey || event.metaKey);
    if (event.key === "ArrowDown") {
      event.preventDefault();
      page.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
    }
  };
  const hits = result?.hits ?? [];
  return (
    <section ref={page} className={cx(layout.page, styles.page)} aria-label="Search wiki pages">
      <PageHeader
        title="Search the wiki"
        icon={FileSearch}
        tools={
          <search aria-label="Wiki pages">
            <SearchField
              label="Search titles and texts"
              value={query}
              autoFocus
              onChange={(text) => go(hrefOf({ kind: "search" }, text ? { q: text } : {}), { replace: true })}
              onKeyDown={onKeyDown}
            />
          </search>
        }
      />
      {error ? (
        <ErrorState {...describeProblem(error)} onRetry={retry} />
      ) : query.trim() === "" ? null : result === null ? (
        <Skeleton page lines={6} height={66} label="Searching" />
      ) : (
        <>
          <p className={styles.summary} role="status">
            {result.total} of {pages === 1 ? "1 page" : `${pages} pages`}
            {result.total > hits.length ? `, the best ${hits.length} shown` : ""}
            {reading ? ". Only titles so far: loading page texts…" : ""}
          </p>
          {hits.length === 0 && !reading ? (
            <EmptyState icon={FileSearch} title="No matches" description="Try different or fewer words." />
          ) : (
            <VirtualList
              label="Matching pages"
              className={layout.list ?? ""}
              items={hits}
              scope={query}
              itemKey={({ slug }) => slug}
              rowHeight={66}
              measure
              onOpen={(hit, _, { newTab }) => open(hit, newTab)}
              renderItem={(hit) => <Hit hit={hit} />}
            />
          )}
        </>
      )}
    </section>
  );
}

function Hit({ hit }: { readonly hit: PageHit }) {
  return (
    <div className={styles.hit}>
      <div className={styles.hitHead}>
        <bdi className={styles.hitTitle}>
          <Marked {...hit.title} />
        </bdi>
        <bdi className={styles.hitPath}>{hit.slug}</bdi>
        {hit.matches > 0 ? (
          <span className={styles.hitCount}>{hit.matches === 1 ? "1 match" : `${hit.matches} matches`}</span>
        ) : null}
      </div>
      {hit.snippet ? (
        <p className={styles.snippet} dir="auto">
          <Marked {...hit.snippet} />
        </p>
      ) : null}
    </div>
  );
}

function Marked({ text, ranges }: MatchedText) {
  return (
    <>
      {ranges.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}

/**
 * Returns the results of a query; null until there are any. All texts are read once, when the search is opened; until
 * then titles are searched.
 */
function usePageSearch(query: string): {
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
  const retry = () => setAttempt((count) => count + 1);
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
