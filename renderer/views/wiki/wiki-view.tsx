import { BookText, Lock, PanelLeft, PencilLine, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { getWikiPage } from "../../../shared/api/resources/wikis.ts";
import type { Optional } from "../../../shared/optional.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { homeSlug } from "../../features/addresses/wiki-address.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import {
  draftsOf,
  loadWikiDrafts,
  useWikiDrafts,
  type WikiDraft,
  wikiDraftKey,
} from "../../state/wiki-drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { DraftEditor } from "./edit/draft-editor.tsx";
import {
  useReadWiki,
  useWiki,
  useWikiAddress,
  type Wiki,
  type WikiAddress,
  WikiProvider,
} from "./model/use-wiki.ts";
import { textOfPage } from "./model/wiki-page.ts";
import { PageTree } from "./page-tree.tsx";
import { CloneAddress, PageHistory } from "./read/page-history.tsx";
import { PageReader } from "./read/page-reader.tsx";
import styles from "./wiki.module.css";
import { wikiCommands } from "./wiki-commands.ts";
import { WikiSearch } from "./wiki-search.tsx";

/** A project's wiki: the tree of its pages beside a page, an editor or the search. */
export function WikiView() {
  const wiki = useReadWiki();
  const address = useWikiAddress();
  useEffect(() => void loadWikiDrafts(), []);
  useRegisterCommands(wikiCommands(wiki, address.route));
  return (
    <WikiProvider value={wiki}>
      <Content wiki={wiki} address={address} />
    </WikiProvider>
  );
}

interface ContentProps {
  readonly wiki: Wiki;
  readonly address: WikiAddress;
}

function Content({ wiki, address }: ContentProps) {
  const { list, details, pages } = wiki;
  const hasDrafts = useWikiDrafts((state) => draftsOf(state, wiki).length > 0);
  if (details?.wiki_enabled === false) return <Disabled />;
  if (list.error && !list.data) {
    const described = describeProblem(list.error);
    if (described.kind === "forbidden") return <Disabled detail={described.detail} />;
    // Offline, a cached page is still readable.
    if (described.kind !== "offline" || address.route.kind !== "page") {
      return <ErrorState {...described} onRetry={() => void list.refetch()} />;
    }
  }
  if (list.isPending) {
    return (
      <div className={layout.page}>
        <PageHeader title="Wiki" icon={BookText} />
        <div className={flow.roomy}>
          <Skeleton lines={12} height={18} label="Loading the wiki" />
        </div>
      </div>
    );
  }
  const isHome = address.route.kind === "page" && address.route.slug === homeSlug;
  if (list.data && pages.length === 0 && !hasDrafts && (isHome || address.route.kind === "search")) {
    return <NoPages wiki={wiki} />;
  }
  return <Panes wiki={wiki} address={address} />;
}

/** Pixels of the view below which the tree is shown instead of the page rather than beside it. */
const narrowBelow = 700;

function Panes({ wiki, address }: ContentProps) {
  const [frame, width] = useWidth();
  const narrow = width !== null && width < narrowBelow;
  const [listed, setListed] = useState(false);
  const { route } = address;
  const shown = JSON.stringify(route);
  const [last, setLast] = useState(shown);
  // Going to a page leaves the list of pages.
  if (last !== shown) {
    setLast(shown);
    setListed(false);
  }
  const current = "slug" in route ? route.slug : null;
  if (!narrow) {
    return (
      <div ref={frame} className={layout.page}>
        <SplitPane
          label="page tree"
          defaultSize={248}
          max={520}
          first={<PageTree current={current} />}
          second={<Main wiki={wiki} address={address} />}
        />
      </div>
    );
  }
  return (
    <div ref={frame} className={layout.page}>
      <div className={styles.narrowBar}>
        <Button
          size="s"
          variant="ghost"
          icon={PanelLeft}
          aria-expanded={listed}
          onClick={() => setListed(!listed)}
        >
          Pages
        </Button>
      </div>
      <div className={flow.fill}>
        {listed ? <PageTree current={current} /> : <Main wiki={wiki} address={address} />}
      </div>
    </div>
  );
}

function Main({ address: { route, hash, search } }: ContentProps) {
  switch (route.kind) {
    case "page":
      return <PageReader key={route.slug} slug={route.slug} hash={hash} version={search.version} />;
    case "edit":
      return <PageEditor key={route.slug} slug={route.slug} />;
    case "new":
      return (
        <PageEditor key={`new ${search.draft ?? ""}`} slug={null} title={search.title} draft={search.draft} />
      );
    case "history":
      return <PageHistory key={route.slug} slug={route.slug} />;
    case "search":
      return <WikiSearch query={search.q ?? ""} />;
  }
}

function NoPages({ wiki }: { readonly wiki: Wiki }) {
  return (
    <div className={layout.page}>
      <PageHeader title="Wiki" icon={BookText} />
      <EmptyState
        icon={BookText}
        title="No wiki yet"
        description={
          wiki.mayWrite
            ? "Create a home page, or push pages with git."
            : "No pages yet. You need the developer role to create one."
        }
        actions={
          <>
            {wiki.mayWrite ? (
              <Button
                variant="primary"
                icon={Plus}
                onClick={() => wiki.go(wiki.hrefOf({ kind: "new" }, { title: homeSlug }))}
              >
                Create the home page
              </Button>
            ) : null}
            <CloneAddress />
          </>
        }
      />
    </div>
  );
}

function Disabled({ detail }: Optional<{ detail: string }>) {
  return (
    <div className={layout.page}>
      <PageHeader title="Wiki" icon={BookText} />
      <EmptyState
        icon={Lock}
        title="No access to this wiki"
        description={
          <>
            The wiki is disabled for this project, or you may not read it. A maintainer can change that in the
            project's settings.
            {detail ? (
              <>
                {" "}
                <code>{detail}</code>
              </>
            ) : null}
          </>
        }
      />
    </div>
  );
}

interface PageEditorProps
  extends Optional<{
    /** Initial title of a new page. */
    title: string;
    /** Name of the draft of a new page. */
    draft: string;
  }> {
  /** Null for a page that does not exist. */
  readonly slug: string | null;
}

/** Edits a page or writes a new one, from a stored draft where there is one. */
function PageEditor({ slug, title = "", draft }: PageEditorProps) {
  const loaded = useWikiDrafts((state) => state.loaded);
  if (!loaded) return <Loading />;
  return slug === null ? <NewPage title={title} draft={draft} /> : <ExistingPage slug={slug} />;
}

function NewPage({ title, draft }: { readonly title: string; readonly draft: string | undefined }) {
  const { account, project, go, hrefOf } = useWiki();
  const [id] = useState(() => draft ?? `new ${crypto.randomUUID()}`);
  useEffect(() => {
    // The URL names the draft, so that a reload restores it.
    if (!draft) go(hrefOf({ kind: "new" }, { draft: id, ...(title ? { title } : {}) }), { replace: true });
  }, [draft, id, title, go, hrefOf]);
  if (!draft) return <Loading />;
  return (
    <DraftEditor
      start={{
        type: "wiki-draft",
        account,
        project,
        id,
        base: null,
        text: { title, content: "", format: "markdown" },
      }}
    />
  );
}

function ExistingPage({ slug }: { readonly slug: string }) {
  const { account, project } = useWiki();
  const key = wikiDraftKey({ account, project }, slug);
  const [stored] = useState<WikiDraft | undefined>(() => useWikiDrafts.getState().drafts[key]);
  // A draft has its base text, so that it can be edited offline.
  const page = useOperation(getWikiPage, stored ? null : { id: project, slug }, { staleTime: 0 });
  const [start, setStart] = useState(stored ?? null);
  if (!start && page.data && !page.isFetching) {
    const base = textOfPage(page.data);
    setStart({ type: "wiki-draft", account, project, id: slug, base, text: base });
  }
  if (start) return <DraftEditor start={start} />;
  if (!page.error) return <Loading />;
  return (
    <div className={layout.page}>
      <EditorHead />
      <ErrorState {...describeProblem(page.error)} onRetry={() => void page.refetch()} />
    </div>
  );
}

const EditorHead = () => <PageHeader title={<VisuallyHidden>Editing</VisuallyHidden>} icon={PencilLine} />;

const Loading = () => (
  <div className={layout.page}>
    <EditorHead />
    <div className={flow.roomy}>
      <Skeleton lines={10} height={18} label="Loading the page" />
    </div>
  </div>
);
