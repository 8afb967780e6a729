import { Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { CommentForm } from "../comments/comment-form.tsx";
import { CommentText } from "../comments/comment-text.tsx";
import type { ReferenceSource } from "../markdown/reference-sources.ts";
import { mergeRegions } from "../three-way-merge/three-way.ts";
import { type Described, mergeKeyOf, useDescriptionDraft } from "./use-description-draft.ts";
import styles from "./work-page.module.css";

// Where two people changed the same lines.
const ThreeWayMerge = lazy(async () => ({
  default: (await import("../three-way-merge/three-way-merge.tsx")).ThreeWayMerge,
}));

interface DescriptionCardProps {
  readonly described: Described;
  /** Whether it can be edited, and its tasks ticked. */
  readonly editable: boolean;
  readonly sources: readonly ReferenceSource[];
  /** Below the description. */
  readonly children: ReactNode;
}

type Draft = ReturnType<typeof useDescriptionDraft>;

/** The description of a merge request or an issue; its title and description can be edited. */
export function DescriptionCard({ described, editable, sources, children }: DescriptionCardProps) {
  const draft = useDescriptionDraft(described);
  if (draft.open) {
    return (
      <CommentForm
        label="Description"
        text={draft.description.text}
        onText={draft.description.setText}
        onSend={draft.save}
        onDiscard={draft.close}
        onRestore={draft.restore}
        isChanged={draft.isChanged}
        noun="title and description"
        sendLabel="Save"
        mayBeEmpty
        rows={10}
        sources={sources}
      >
        <TextField
          label="Title"
          value={draft.title.text}
          onChange={draft.title.setText}
          autoFocus={draft.started}
        />
        <OtherWords draft={draft} draftKey={described.draftKey} />
      </CommentForm>
    );
  }
  const { description } = described.words;
  return (
    <div>
      <div className={styles.description}>
        {description ? (
          <CommentText text={description} onTask={editable ? draft.changeTask : undefined} />
        ) : (
          <p className={layout.muted}>No description.</p>
        )}
        {editable ? (
          <IconButton
            writes={false}
            label="Edit title and description"
            icon={Pencil}
            size="s"
            onClick={draft.start}
          />
        ) : null}
      </div>
      {children}
    </div>
  );
}

/** Text that someone else wrote meanwhile, with the ways to go on; null where nobody did. */
function OtherWords({ draft, draftKey }: { readonly draft: Draft; readonly draftKey: string }) {
  const [isMerging, setMerging] = useState(false);
  const { theirs, from } = draft;
  if (!theirs) return null;
  const take = (text: string) => {
    setMerging(false);
    draft.takeMerged(text);
  };
  if (isMerging) {
    return (
      <section className={styles.merging} aria-label="Merge of descriptions">
        <h2 className={layout.strong}>Merge descriptions</h2>
        <Suspense fallback={<Skeleton lines={6} label="Loading the merge" />}>
          <ThreeWayMerge
            draftKey={mergeKeyOf(draftKey)}
            path="the description"
            branch="Theirs"
            regions={mergeRegions(from.description, draft.description.text, theirs.description)}
            onResult={take}
            onTheirs={() => take(theirs.description)}
          />
        </Suspense>
        <Button onClick={() => setMerging(false)}>Back</Button>
      </section>
    );
  }
  return (
    <ErrorState
      inline
      title="Someone else changed it meanwhile"
      message={`Its title is "${theirs.title}" now, and its description:`}
      detail={theirs.description || "No description"}
      actions={
        <>
          <Button writes={false} onClick={() => setMerging(true)}>
            Merge descriptions
          </Button>
          <Button writes onClick={draft.saveOver}>
            Overwrite with mine
          </Button>
        </>
      }
    />
  );
}
