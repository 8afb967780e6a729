import { FileX, GitMergeConflict } from "lucide-react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { clearMergeDraft } from "../../../features/three-way-merge/merge-draft.ts";
import { ThreeWayMerge } from "../../../features/three-way-merge/three-way-merge.tsx";
import {
  discardWikiDraft,
  restoreWikiDraft,
  saveWikiDraft,
  type WikiDraft,
  wikiDraftKey,
} from "../../../state/wiki-drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import { useWiki } from "../model/use-wiki.ts";
import { appendText, textOfPage } from "../model/wiki-page.ts";
import type { SaveObstacle } from "./use-save-page.ts";
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
