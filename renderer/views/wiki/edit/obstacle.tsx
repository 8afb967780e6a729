import { useQueryClient } from "@tanstack/react-query";
import { FileX, GitMergeConflict } from "lucide-react";
import { useState } from "react";
import { getWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { clearMergeDraft } from "../../../features/three-way-merge/merge-draft.ts";
import { ThreeWayMerge } from "../../../features/three-way-merge/three-way-merge.tsx";
import {
  discardWikiDraft,
  restoreWikiDraft,
  saveWikiDraft,
  useWikiDrafts,
  type WikiDraft,
  wikiDraftKey,
} from "../../../state/wiki-drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import { changeSearchedPage } from "../../../workers/wiki/wiki-engine.ts";
import { type SaveOutcome, savePage } from "../model/save-page.ts";
import { useWiki, wikiKey } from "../model/use-wiki.ts";
import { appendText, textOfPage, titleProblem } from "../model/wiki-page.ts";
import styles from "./wiki-edit.module.css";

interface ObstacleProps {
  readonly draft: WikiDraft;
  readonly outcome: SaveObstacle;
  /** Continues with a draft that can be saved or edited further. */
  readonly onSettled: () => void;
}

/** Explains a conflict with someone else's change of a page, with its resolutions. */
export function Obstacle(props: ObstacleProps) {
  switch (props.outcome.kind) {
    case "conflict":
      return <Conflict {...props} outcome={props.outcome} />;
    case "deleted":
      return <Deleted {...props} />;
    case "taken":
      return <Taken {...props} outcome={props.outcome} />;
  }
}

type Of<K extends SaveObstacle["kind"]> = ObstacleProps & {
  readonly outcome: Extract<SaveObstacle, { kind: K }>;
};

function Conflict({ draft, outcome: { regions, theirs }, onSettled }: Of<"conflict">) {
  const { go, hrefOf } = useWiki();
  const draftKey = wikiDraftKey(draft, draft.id);
  return (
    <section className={cx(flow.fillScroll, styles.obstacle)} aria-label="Conflict">
      <h2 className={styles.obstacleTitle}>
        <Icon of={GitMergeConflict} /> Someone else changed the same lines
      </h2>
      <p className={styles.note}>
        Choose what to keep for each conflict, or edit the result. Nothing is saved until you save again.
      </p>
      <ThreeWayMerge
        draftKey={draftKey}
        path={draft.text.title}
        branch="the wiki"
        regions={regions}
        onResult={(content) => {
          clearMergeDraft(draftKey);
          saveWikiDraft({ ...draft, base: theirs, text: { ...draft.text, content } });
          onSettled();
        }}
        onTheirs={() => {
          clearMergeDraft(draftKey);
          const gone = discardWikiDraft(draft, draft.id);
          if (gone) toast.discarded("your changes", () => restoreWikiDraft(gone));
          go(hrefOf({ kind: "page", slug: draft.id }));
        }}
      />
    </section>
  );
}

function Deleted({ draft, onSettled }: ObstacleProps) {
  const { go, hrefOf } = useWiki();
  const recreate = () => {
    const id = `new ${crypto.randomUUID()}`;
    saveWikiDraft({ ...draft, id, base: null });
    discardWikiDraft(draft, draft.id);
    onSettled();
    go(hrefOf({ kind: "new" }, { draft: id }), { replace: true });
  };
  const discard = () => {
    const gone = discardWikiDraft(draft, draft.id);
    if (gone) toast.discarded("your changes", () => restoreWikiDraft(gone));
    go(hrefOf({ kind: "page", slug: "home" }));
  };
  return (
    <section className={cx(flow.fillScroll, styles.obstacle)} aria-label="Conflict">
      <h2 className={styles.obstacleTitle}>
        <Icon of={FileX} /> The page is no longer there
      </h2>
      <p className={styles.note}>
        Someone deleted or moved it while you edited. Your text is safe: make a new page of it, or discard it.
      </p>
      <div className={flow.wrap}>
        <Button variant="primary" onClick={recreate}>
          Make a new page of my text
        </Button>
        <Button onClick={discard}>Discard my changes</Button>
        <Button variant="ghost" onClick={onSettled}>
          Keep editing
        </Button>
      </div>
    </section>
  );
}

function Taken({ draft, outcome: { page }, onSettled }: Of<"taken">) {
  const { go, hrefOf } = useWiki();
  const merge = () => {
    const theirs = textOfPage(page);
    const content = appendText(theirs.content, draft.text.content);
    saveWikiDraft({ ...draft, id: page.slug, base: theirs, text: { ...theirs, content } });
    discardWikiDraft(draft, draft.id);
    go(hrefOf({ kind: "edit", slug: page.slug }), { replace: true });
  };
  return (
    <section className={cx(flow.fillScroll, styles.obstacle)} aria-label="Conflict">
      <h2 className={styles.obstacleTitle}>
        <Icon of={GitMergeConflict} /> A page with this title already exists
      </h2>
      <p className={styles.note}>
        <AppLink href={hrefOf({ kind: "page", slug: page.slug })}>{page.title}</AppLink> has the address{" "}
        <code>{page.slug}</code>. Choose another title
        {draft.base === null ? ", or add your text to that page" : ""}.
      </p>
      <div className={flow.wrap}>
        <Button variant="primary" onClick={onSettled}>
          Choose another title
        </Button>
        {draft.base === null ? <Button onClick={merge}>Add my text to that page</Button> : null}
      </div>
    </section>
  );
}

/** Reason why the page was not saved. */
type SaveObstacle = Exclude<SaveOutcome, { kind: "saved" }>;

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
