import { Pencil } from "lucide-react";
import { useContext, useState } from "react";
import { updateMergeRequest } from "../../../shared/api/merge-request-changes.ts";
import type { MergeRequest } from "../../../shared/api/merge-request-shapes.ts";
import { describeProblem, type ProblemLooks } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { useDraft } from "../../state/text-draft.ts";
import { CommentForm } from "../../ui/comment/comment-form.tsx";
import { CommentText } from "../../ui/comment/comment-text.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { MergeRequestReactions } from "./note-reactions.tsx";
import styles from "./review.module.css";
import { ReviewContext } from "./review-context.ts";

interface DescriptionCardProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** What a merge request is about, in its author's words; title and description can be changed. */
export function DescriptionCard({ mergeRequest, editable }: DescriptionCardProps) {
  const { project, iid, place, sources } = useContext(ReviewContext);
  const write = useWrite();
  const title = useDraft(`title ${place}`);
  const description = useDraft(`description ${place}`);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ProblemLooks | null>(null);
  const open = editing || title.text !== "" || description.text !== "";
  const close = () => {
    title.clear();
    description.clear();
    setEditing(false);
    setFailure(null);
  };
  const save = async () => {
    setBusy(true);
    try {
      await write(updateMergeRequest, {
        id: project,
        merge_request_iid: iid,
        title: title.text.trim() || mergeRequest.title,
        description: description.text,
      });
      close();
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  if (open) {
    return (
      <div className={styles.main}>
        <TextField label="Title" value={title.text} onChange={title.setText} />
        <CommentForm
          label="Description"
          text={description.text}
          onText={description.setText}
          onSend={() => void save()}
          onDiscard={close}
          send="Save"
          rows={10}
          busy={busy}
          failure={failure}
          preview={(text) => <CommentText text={text} render={renderInWorker} />}
          completions={sources}
        />
      </div>
    );
  }
  return (
    <div>
      {mergeRequest.description ? (
        <CommentText text={mergeRequest.description} render={renderInWorker} />
      ) : (
        <p className={styles.muted}>No description.</p>
      )}
      {editable ? (
        <IconButton
          label="Edit title and description"
          icon={Pencil}
          size="s"
          onClick={() => {
            title.setText(mergeRequest.title);
            description.setText(mergeRequest.description ?? "");
            setEditing(true);
          }}
        />
      ) : null}
      <MergeRequestReactions />
    </div>
  );
}
