import { FileSearch } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { openTab } from "../../../state/tabs.ts";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import layout from "../../../ui/layout.module.css";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { MatchedText, PageHit } from "../../../workers/wiki/search-pages.ts";
import { useWiki } from "../model/use-wiki.ts";
import styles from "./search.module.css";
import { usePageSearch } from "./use-page-search.ts";

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
      <PageHeader title="Search the wiki" icon={FileSearch} />
      <search className={styles.box} aria-label="Wiki pages">
        <SearchField
          label="Search titles and texts"
          value={query}
          autoFocus
          onChange={(text) => go(hrefOf({ kind: "search" }, text ? { q: text } : {}), { replace: true })}
          onKeyDown={onKeyDown}
        />
      </search>
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
