import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { ReactionBar } from "../../../features/reactions/reaction-bar.tsx";
import { useReactions } from "../../../features/reactions/use-reactions.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { TextField } from "../../../ui/text-field.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./overview.module.css";
import { useDescriptionDraft } from "./use-description-draft.ts";

interface DescriptionCardProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The description of a merge request; its title and description can be edited. */
export function DescriptionCard({ mergeRequest, editable }: DescriptionCardProps) {
  const { sources } = useContext(ReviewContext);
  const draft = useDescriptionDraft(mergeRequest);
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
        {draft.theirs ? (
          <ErrorState
            inline
            title="Someone else changed it meanwhile"
            message={`Its title is "${draft.theirs.title}" now, and its description:`}
            detail={draft.theirs.description || "No description"}
            actions={<Button onClick={draft.saveOver}>Overwrite with mine</Button>}
          />
        ) : null}
      </CommentForm>
    );
  }
  return (
    <div>
      <div className={styles.description}>
        {mergeRequest.description ? (
          <CommentText text={mergeRequest.description} onTask={editable ? draft.changeTask : undefined} />
        ) : (
          <p className={layout.muted}>No description.</p>
        )}
        {editable ? (
          <IconButton label="Edit title and description" icon={Pencil} size="s" onClick={draft.start} />
        ) : null}
      </div>
      <MergeRequestReactions />
    </div>
  );
}

/** Reactions to the merge request itself; null where the service has none. */
function MergeRequestReactions() {
  const { project, iid, me } = useContext(ReviewContext);
  const account = useAccountId();
  const { available, list, add, remove } = useReactions({ account, project, iid, note: null }, me, true);
  if (!available) return null;
  return <ReactionBar label="Reactions" reactions={list} onAdd={add} onRemove={remove} />;
}
