import { Send } from "lucide-react";
import { memo, useContext, useMemo, useState } from "react";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import type { OutboxMessage } from "../../../features/outbox/outbox.ts";
import { checkPreconditions } from "../../../features/outbox/send-message.ts";
import { isOffline } from "../../../features/outbox/use-post.ts";
import { type LineDraft, removeLineDraft, useDraft, useLineDrafts } from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { lineRef } from "../../../ui/diff/diff-model.ts";
import { emojiSource } from "../../../ui/emoji/emoji-source.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { draftLocation, messageOf } from "./comment-body.tsx";
import styles from "./discussion.module.css";
import { draftSummary } from "./suggestion.ts";
import { notifyQueued, useOutboxTarget, usePost } from "./use-post.ts";

interface ReviewPanelProps {
  readonly files: readonly DiffFile[];
  /** Scrolls to a draft's line. */
  readonly onGo: (line: LineRef) => void;
}

/** One message of a review, and what follows once it was sent or queued. */
interface ReviewPart {
  readonly message: OutboxMessage;
  readonly onSent: () => void;
}

/** The pending comments of a review, its summary and approval, submitted together. */
export const ReviewPanel = memo(function ReviewPanel({ files, onGo }: ReviewPanelProps) {
  const { draftKey, mergeRequest, threaded, sources } = useContext(ReviewContext);
  const target = useOutboxTarget();
  const { account } = target;
  const post = usePost();
  const drafts = useLineDrafts(draftKey).filter((draft) => draft.pending);
  const summary = useDraft(`review-summary ${draftKey}`);
  const [approve, setApprove] = useState(false);
  const [open, setOpen] = useState(false);
  const [moved, setMoved] = useState(false);
  const completions = useMemo(() => [...sources, emojiSource], [sources]);

  const parts: readonly ReviewPart[] = [
    ...drafts.map((draft) => ({
      message: messageOf(draft),
      onSent: () => removeLineDraft(draftKey, draft.key),
    })),
    ...(summary.text.trim() === ""
      ? []
      : [{ message: { kind: "note", body: summary.text } as const, onSent: summary.clear }]),
    ...(approve
      ? [
          {
            message: { kind: "approval", sha: mergeRequest?.sha ?? null } as const,
            onSent: () => setApprove(false),
          },
        ]
      : []),
  ];
  const messages = parts.map(({ message }) => message);
  const nothing = messages.length === 0;
  /** Returns false while the service cannot be reached; the outbox checks before it sends. */
  const hasMoved = async (): Promise<boolean> => {
    try {
      return !isOffline(account) && (await checkPreconditions(target, messages))?.reason === "moved";
    } catch (error) {
      if (toProblem(error).code === "offline") return false;
      throw error;
    }
  };
  // A sentence about the comments that a failure left unsent.
  const [rest, setRest] = useState("");
  const review = useSubmit(
    async (evenIfMoved: boolean) => {
      let sent = 0;
      const outcomes = new Set<string>();
      try {
        // The comments may have been written on a version that is no longer the latest.
        if (!evenIfMoved && (await hasMoved())) return setMoved(true);
        for (const { message, onSent } of parts) {
          outcomes.add(await post(message));
          sent++;
          onSent();
        }
      } catch (error) {
        setRest(
          sent > 0
            ? `${sent} of ${messages.length} were sent; the others are still pending.`
            : "Nothing was lost: your comments are still pending.",
        );
        throw error;
      }
      if (outcomes.has("queued")) notifyQueued();
      else toast.success("Review submitted");
      setMoved(false);
      setOpen(false);
    },
    {
      explain: (failure) => ({
        ...failure,
        title: "The review was not submitted",
        message: `${failure.message} ${rest}`,
      }),
    },
  );
  const submission = { ...review, submit: () => review.submit(false), isQueued: true };
  const go = (draft: LineDraft) => {
    const file = files.findIndex((each) => pathOf(each) === draft.newPath);
    if (file >= 0) onGo(lineRef(file, draft.last));
  };
  return (
    <Popover
      label="Your review"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="s" variant={drafts.length > 0 ? "primary" : "default"} icon={Send}>
          {drafts.length > 0 ? `Review (${drafts.length})` : "Review"}
        </Button>
      }
    >
      <Form className={styles.panel} submission={submission} isReady={!nothing}>
        {drafts.length === 0 ? (
          <p className={layout.muted}>
            No pending comments. Add some to the review, or submit only the summary.
          </p>
        ) : (
          <ul className={styles.draftList} aria-label="Pending comments">
            {drafts.map((draft) => (
              <li key={draft.key}>
                <Button size="s" variant="ghost" onClick={() => go(draft)}>
                  {draftLocation(draft)}
                </Button>
                <div className={layout.ellipsis}>{draftSummary(draft.text)}</div>
              </li>
            ))}
          </ul>
        )}
        <TextArea
          label="Summary (Markdown supported)"
          rows={3}
          value={summary.text}
          onChange={summary.setText}
          completions={completions}
        />
        {threaded ? <Checkbox label="Approve" checked={approve} onChange={setApprove} /> : null}
        {moved ? (
          <ErrorState
            inline
            title="The branch has new commits"
            message="Your comments are on an outdated version. Submit them as they are, or view the changes first."
            actions={
              <Button writes={false} size="s" onClick={() => review.submit(true)}>
                Submit anyway
              </Button>
            }
          />
        ) : null}
        <FormFailure submission={submission} />
        <Destination isQueued />
        <Button type="submit" variant="primary" loading={review.isPending} disabled={nothing}>
          Submit review
        </Button>
      </Form>
    </Popover>
  );
});
