import { useEffect, useState } from "react";
import { getWikiPage } from "../../../../shared/api/resources/wikis.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useWikiDrafts, type WikiDraft, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { textOfPage } from "../model/page-text.ts";
import { useWiki } from "../model/use-wiki.ts";
import { DraftEditor } from "./draft-editor.tsx";

interface PageEditorProps {
  /** Null for a page that does not exist. */
  readonly slug: string | null;
  /** Initial title of a new page. */
  readonly title?: string | undefined;
  /** Name of the draft of a new page. */
  readonly draft?: string | undefined;
}

/** Edits a page or writes a new one, from a stored draft where there is one. */
export function PageEditor({ slug, title = "", draft }: PageEditorProps) {
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
  if (page.error) return <ErrorState {...describeProblem(page.error)} onRetry={() => void page.refetch()} />;
  return <Loading />;
}

const Loading = () => (
  <div className={flow.roomy}>
    <Skeleton lines={10} height={18} label="Loading the page" />
  </div>
);
