import {
  ClipboardCopy,
  FileInput,
  FilePlus2,
  FileText,
  FileX,
  GitFork,
  History,
  House,
  Link2,
  PencilLine,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { getWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { fetchOperation, type JsonResponse } from "../../../api/fetch-operation.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { shareUrl } from "../../../features/addresses/web-url.ts";
import { homeSlug, titleOfSlug } from "../../../features/addresses/wiki-address.ts";
import { changeShownTask } from "../../../features/markdown/change-task.ts";
import { saveWikiDraft, useWikiDrafts, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { copyText } from "../../../ui/buttons/copy-button.tsx";
import { scrollToAnchor } from "../../../ui/markdown/anchor.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useWidth } from "../../../ui/panes/observe-element.ts";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import type { RenderedPage } from "../../../workers/wiki/render-page.ts";
import { useWiki } from "../model/use-wiki.ts";
import { formatLabel, textOfPage } from "../model/wiki-page.ts";
import { PageDocument } from "./page-document.tsx";
import styles from "./read.module.css";
import { TableOfContents } from "./table-of-contents.tsx";
import { useDeletePage } from "./use-delete-page.ts";

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
  const page = useOperation(getWikiPage, { id: project, slug, version: version || undefined });
  if (!page.data || !page.response) {
    const problem = page.error ? describeProblem(page.error) : null;
    return (
      <div className={layout.page}>
        <PageHeader title={titleOfSlug(slug)} icon={slug === homeSlug ? House : FileText} />
        {problem === null ? (
          <div className={flow.roomy}>
            <Skeleton lines={10} height={18} label="Loading the page" />
          </div>
        ) : problem.kind === "missing" && !version ? (
          <MissingPage slug={slug} />
        ) : (
          <ErrorState {...problem} onRetry={() => void page.refetch()} />
        )}
      </div>
    );
  }
  return <Page page={page.data} response={page.response} hash={hash} version={version} />;
}

interface PageProps {
  readonly page: WikiPage;
  readonly response: JsonResponse<WikiPage>;
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
  const editTask = (line: number, isDone: boolean) => {
    const base = textOfPage(page);
    const draft = useWikiDrafts.getState().drafts[wikiDraftKey(wiki, slug)] ?? { base, text: base };
    const content = changeShownTask(draft.text.content, base.content, line, isDone);
    if (content === null) {
      return toast.error("The task was not changed", {
        description: "Your draft of this page has another text there.",
      });
    }
    const { account, project } = wiki;
    saveWikiDraft({ account, project, id: slug, base: draft.base, text: { ...draft.text, content } });
    wiki.go(wiki.hrefOf({ kind: "edit", slug }));
  };
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
              onTask={wiki.mayWrite && !version ? editTask : undefined}
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

/** Scrolls to the heading in the URL's hash, once the page is rendered and when the hash changes. */
function useScrollToHeading(
  scroller: RefObject<HTMLElement | null>,
  rendered: RenderedPage | null,
  hash: string,
): void {
  useEffect(() => {
    if (!rendered || hash === "") return;
    const frame = requestAnimationFrame(() => {
      scrollToAnchor(scroller.current, hash);
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, rendered, hash]);
}

interface OldVersionNoticeProps {
  /** As it was then. */
  readonly page: WikiPage;
  readonly version: string;
}

/** Explains that an old version is shown, with a button that restores it. */
function OldVersionNotice({ page, version }: OldVersionNoticeProps) {
  const { account, project, mayWrite, go, hrefOf } = useWiki();
  const { slug } = page;
  const restore = async () => {
    try {
      const now = textOfPage(await fetchOperation(account, getWikiPage, { id: project, slug }));
      saveWikiDraft({
        account,
        project,
        id: slug,
        base: now,
        text: { ...now, content: page.content ?? "", format: page.format },
      });
      go(hrefOf({ kind: "edit", slug }));
    } catch (error) {
      toast.problem("The version was not restored", toProblem(error));
    }
  };
  return (
    <div className={styles.notice} role="status">
      <span>
        This is the page at version <code>{version.slice(0, 8)}</code>.
      </span>
      <span className={flow.grow} />
      {mayWrite ? (
        <Button size="s" icon={RotateCcw} onClick={() => void restore()}>
          Edit with this text
        </Button>
      ) : null}
      <Button asChild size="s">
        <AppLink href={hrefOf({ kind: "history", slug })}>History</AppLink>
      </Button>
      <Button asChild size="s">
        <AppLink href={hrefOf({ kind: "page", slug })}>Current version</AppLink>
      </Button>
    </div>
  );
}

/** Further actions on a page. */
function PageMenu({ page }: { readonly page: WikiPage }) {
  const { go, hrefOf, mayWrite, mayDelete, cloneUrl } = useWiki();
  const { slug, title, content = "", format } = page;
  const deletePage = useDeletePage();
  return (
    <MoreMenu of={title}>
      <MenuItem icon={Link2} onSelect={() => void copy(shareUrl(hrefOf({ kind: "page", slug })), "Link")}>
        Copy link
      </MenuItem>
      <MenuItem icon={ClipboardCopy} onSelect={() => void copy(content, formatLabel(format))}>
        Copy as {formatLabel(format)}
      </MenuItem>
      {cloneUrl ? (
        <MenuItem icon={GitFork} onSelect={() => void copy(cloneUrl, "Clone address")}>
          Copy clone address of the wiki
        </MenuItem>
      ) : null}
      <MenuItem icon={History} onSelect={() => go(hrefOf({ kind: "history", slug }))}>
        History
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={FileInput}
        disabled={!mayWrite}
        onSelect={() => go(hrefOf({ kind: "edit", slug }, { focus: "title" }))}
      >
        Rename or move…
      </MenuItem>
      <MenuItem
        writes
        icon={Trash2}
        danger
        disabled={!mayDelete}
        description={mayDelete ? undefined : "Needs the maintainer role"}
        onSelect={() => void deletePage(page)}
      >
        Delete
      </MenuItem>
    </MoreMenu>
  );
}

async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text)) toast.success(`${what} copied`);
  else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
