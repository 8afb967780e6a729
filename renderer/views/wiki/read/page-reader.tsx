import { FilePlus2, FileText, FileX, House, PencilLine } from "lucide-react";
import { useRef, useState } from "react";
import { getWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import type { OperationResponse } from "../../../api/fetch-operation.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { homeSlug, titleOfSlug } from "../../../features/addresses/wiki-address.ts";
import { useWikiDrafts, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { PageHeader } from "../../../ui/page-header.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useWidth } from "../../../ui/use-width.ts";
import type { RenderedPage } from "../../../workers/wiki/render-page.ts";
import { formatLabel } from "../model/formats.ts";
import { useWiki } from "../model/use-wiki.ts";
import { OldVersionNotice } from "./old-version-notice.tsx";
import { PageDocument } from "./page-document.tsx";
import { PageMenu } from "./page-menu.tsx";
import styles from "./read.module.css";
import { TableOfContents } from "./table-of-contents.tsx";
import { useScrollToHeading } from "./use-scroll-to-heading.ts";

interface PageReaderProps {
  readonly slug: string;
  /** Heading to show; empty for the top. */
  readonly hash: string;
  /** A commit of the wiki, for an old version of the page. */
  readonly version: string | undefined;
}

/** A rendered page with its table of contents and actions. */
export function PageReader({ slug, hash, version }: PageReaderProps) {
  const { project } = useWiki();
  const page = useOperation(getWikiPage, { id: project, slug, ...(version ? { version } : {}) });
  if (page.error && !page.data) {
    const described = describeProblem(page.error);
    if (described.kind === "missing" && !version) return <MissingPage slug={slug} />;
    return <ErrorState {...described} onRetry={() => void page.refetch()} />;
  }
  if (!page.data || !page.response) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={10} height={18} label="Loading the page" />
      </div>
    );
  }
  return <Page page={page.data} response={page.response} hash={hash} version={version} />;
}

interface PageProps {
  readonly page: WikiPage;
  readonly response: OperationResponse<WikiPage>;
  readonly hash: string;
  readonly version: string | undefined;
}

/** Pixels of the page from which the contents are beside the text; about a window of 1100 without the sidebar. */
const contentsFrom = 700;

function Page({ page, response, hash, version }: PageProps) {
  const wiki = useWiki();
  const { slug } = page;
  const scroller = useRef<HTMLDivElement>(null);
  const [rendered, setRendered] = useState<RenderedPage | null>(null);
  const [frame, width] = useWidth();
  const wide = width !== null && width >= contentsFrom;
  const hasDraft = useWikiDrafts((state) => wikiDraftKey(wiki, slug) in state.drafts);
  useScrollToHeading(scroller, rendered, hash);
  const folder = folderOf(slug);
  const contents =
    rendered && rendered.headings.length > 1 ? (
      <TableOfContents
        headings={rendered.headings}
        scroller={scroller}
        folded={!wide}
        hrefOf={(id) => wiki.hrefOf({ kind: "page", slug }, version ? { version } : {}, id)}
      />
    ) : null;
  return (
    <section ref={frame} className={cx(layout.page, styles.page)} aria-label={page.title}>
      <PageHeader
        title={page.title || titleOfSlug(slug)}
        icon={slug === homeSlug ? House : FileText}
        state={page.format === "markdown" ? null : <Badge>{formatLabel(page.format)}</Badge>}
        meta={
          <>
            {folder ? <span>in {folder.split("/").map(titleOfSlug).join(" / ")}</span> : null}
            {response.source === "cache" ? (
              <span>
                Offline copy, updated <RelativeTime time={Date.now() - response.age * 1000} />
              </span>
            ) : null}
          </>
        }
        actions={
          <>
            {wiki.mayWrite && !version ? (
              <Button asChild>
                <AppLink href={wiki.hrefOf({ kind: "edit", slug })}>
                  <Icon of={PencilLine} />
                  {hasDraft ? "Continue editing" : "Edit"}
                </AppLink>
              </Button>
            ) : null}
            <PageMenu page={page} />
          </>
        }
      />
      {version ? <OldVersionNotice page={page} version={version} /> : null}
      <section
        ref={scroller}
        className={cx(flow.fillScroll, styles.scroller)}
        aria-label={`Text of ${page.title}`}
        {...focusable}
      >
        <div className={styles.columns}>
          <div className={flow.growText}>
            {wide ? null : contents}
            <PageDocument
              slug={slug}
              text={page.content ?? ""}
              format={page.format}
              version={version}
              onRendered={setRendered}
            />
          </div>
          {wide ? contents : null}
        </div>
      </section>
    </section>
  );
}

const focusable = { tabIndex: 0 };

/** The empty state of a page that does not exist. */
function MissingPage({ slug }: { readonly slug: string }) {
  const { mayWrite, hrefOf } = useWiki();
  const title = slug.split("/").map(titleOfSlug).join("/");
  return (
    <EmptyState
      page
      icon={FileX}
      title="Page not found"
      description={`There is no page “${title}” in this wiki. It may have been moved or deleted.`}
      actions={
        mayWrite ? (
          <Button asChild variant="primary">
            <AppLink href={hrefOf({ kind: "new" }, { title })}>
              <Icon of={FilePlus2} />
              Create this page
            </AppLink>
          </Button>
        ) : null
      }
    />
  );
}
