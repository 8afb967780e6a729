import { BookText, Lock, PanelLeft, Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { homeSlug } from "../../features/addresses/wiki-address.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { draftsOf, loadWikiDrafts, useWikiDrafts } from "../../state/wiki-drafts.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { useWidth } from "../../ui/use-width.ts";
import { PageEditor } from "./edit/page-editor.tsx";
import { useReadWiki, useWikiAddress, type Wiki, type WikiAddress, WikiProvider } from "./model/use-wiki.ts";
import { CloneAddress } from "./read/clone-address.tsx";
import { PageHistory } from "./read/page-history.tsx";
import { PageReader } from "./read/page-reader.tsx";
import { WikiSearch } from "./search/wiki-search.tsx";
import { PageTree } from "./tree/page-tree.tsx";
import styles from "./wiki.module.css";
import { wikiCommands } from "./wiki-commands.ts";

/** A project's wiki: the tree of its pages beside a page, an editor or the search. */
export function WikiView() {
  const wiki = useReadWiki();
  const address = useWikiAddress();
  useEffect(() => void loadWikiDrafts(), []);
  useRegisterCommands(useMemo(() => wikiCommands(wiki, address.route), [wiki, address.route]));
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
      <div className={flow.roomy}>
        <Skeleton lines={12} height={18} label="Loading the wiki" />
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

function Disabled({ detail }: { readonly detail?: string | undefined }) {
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
