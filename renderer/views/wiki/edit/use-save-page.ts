import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { discardWikiDraft, useWikiDrafts, type WikiDraft, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { changeSearchedPage } from "../../../workers/wiki/wiki-engine.ts";
import { type SaveOutcome, savePage } from "../model/save-page.ts";
import { useWiki, wikiKey } from "../model/use-wiki.ts";
import { titleProblem } from "../model/wiki-page.ts";

/** Reason why the page was not saved. */
export type SaveObstacle = Exclude<SaveOutcome, { kind: "saved" }>;

/** Saves a draft; `waiting` is true while an upload is not finished. */
export function useSavePage(draft: WikiDraft, waiting: boolean) {
  const wiki = useWiki();
  const client = useQueryClient();
  const [obstacle, setObstacle] = useState<SaveObstacle | null>(null);
  const { account, project, go, hrefOf } = wiki;
  const missing = missingOf(draft, waiting, obstacle !== null);

  function finish(page: WikiPage, outcome: Extract<SaveOutcome, { kind: "saved" }>): void {
    const { slug, content = "" } = page;
    discardWikiDraft(draft, draft.id);
    const key = operationQueryKey(account, getWikiPage, "one", { id: project, slug });
    client.setQueryData(key, (known: object | undefined) => known && { ...known, data: page });
    if (slug !== draft.id) changeSearchedPage(wikiKey(wiki), draft.id, null);
    changeSearchedPage(wikiKey(wiki), slug, { ...page, content });
    toast.success(draft.base === null ? `Created ${page.title}` : `Saved ${page.title}`, {
      description: outcome.merged
        ? "Someone else changed the page meanwhile. Both changes are in it."
        : outcome.foundLater
          ? "The response was lost; Helve found the page saved."
          : undefined,
    });
    go(hrefOf({ kind: "page", slug }), { replace: true });
  }

  const { submit, isPending, failure } = useSubmit(async () => {
    const writes = createWriteFlow(client);
    try {
      // The text may have changed since the last render.
      const current = useWikiDrafts.getState().drafts[wikiDraftKey(draft, draft.id)];
      if (!current) return go(hrefOf({ kind: "page", slug: draft.id }));
      const outcome = await savePage(writes, current);
      if (outcome.kind === "saved") finish(outcome.page, outcome);
      else setObstacle(outcome);
    } finally {
      writes.end();
    }
  });

  const save = () => {
    if (missing === null) submit();
  };
  const settle = () => setObstacle(null);
  return { isPending, failure, obstacle, missing, save, settle };
}

/** Returns why the draft cannot be saved; null where it can. */
function missingOf({ text }: WikiDraft, waiting: boolean, isBlocked: boolean): string | null {
  if (isBlocked) return "Resolve the conflict first.";
  const title = titleProblem(text.title);
  if (title) return title;
  if (text.content.trim() === "") return "Write something first.";
  return waiting ? "Wait for the uploads, or remove them." : null;
}
