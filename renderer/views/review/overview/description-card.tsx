import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import { MergeRequestReactions } from "../discussion/note-reactions.tsx";
import styles from "../review.module.css";
import { ReviewContext } from "../review-context.ts";
import { useDescriptionDraft } from "./use-description-draft.ts";

interface DescriptionCardProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** What a merge request is about, in its author's words; title and description can be changed. */
export function DescriptionCard({ mergeRequest, editable }: DescriptionCardProps) {
  const { sources } = useContext(ReviewContext);
  const draft = useDescriptionDraft(mergeRequest);
  if (draft.open) {
    return (
      <div className={styles.editing}>
        <TextField
          label="Title"
          value={draft.title.text}
          onChange={draft.title.setText}
          autoFocus={draft.started}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!draft.busy) draft.save();
          }}
        />
        {draft.theirs ? (
          <ErrorState
            compact
            title="Somebody else changed it meanwhile"
            message={`It is called "${draft.theirs.title}" now, and its description reads:`}
            detail={draft.theirs.description || "Nothing"}
            actions={<Button onClick={draft.saveOver}>Save mine over it</Button>}
          />
        ) : null}
        <CommentForm
          label="Description"
          text={draft.description.text}
          onText={draft.description.setText}
          onSend={draft.save}
          onDiscard={draft.close}
          onRestore={draft.restore}
          send="Save"
          mayBeEmpty
          rows={10}
          busy={draft.busy}
          failure={draft.failure}
          preview={(text) => <CommentText text={text} render={renderInWorker} />}
          completions={sources}
        />
      </div>
    );
  }
  return (
    <div>
      <div className={styles.description}>
        {mergeRequest.description ? (
          <CommentText text={mergeRequest.description} render={renderInWorker} />
        ) : (
          <p className={styles.muted}>No description.</p>
        )}
        {editable ? (
          <IconButton label="Edit title and description" icon={Pencil} size="s" onClick={draft.start} />
        ) : null}
      </div>
      <MergeRequestReactions />
    </div>
  );
}
