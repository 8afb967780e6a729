import { Send } from "lucide-react";
import { memo, useContext, useMemo, useState } from "react";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/host.ts";
import { checkPreconditions } from "../../../features/outbox/check-preconditions.ts";
import type { OutboxMessage } from "../../../features/outbox/outbox.ts";
import { type LineDraft, removeLineDraft, useLineDrafts } from "../../../state/line-drafts.ts";
import { useDraft } from "../../../state/text-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { refOf } from "../../../ui/diff/diff-model.ts";
import { emojiSource } from "../../../ui/emoji/emoji-source.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { toast } from "../../../ui/toast.tsx";
import styles from "../review.module.css";
import { ReviewContext } from "../review-context.ts";
import { useOutboxTarget } from "./use-outbox-target.ts";
import { isOffline, notifyQueued, usePost } from "./use-post.ts";

interface ReviewPanelProps {
  readonly files: readonly DiffFile[];
  /** Goes to a draft's line. */
  readonly onGo: (line: LineRef) => void;
}

/** The review in the making: comments that wait, a summary, approval, and one press that sends it all. */
export const ReviewPanel = memo(function ReviewPanel({ files, onGo }: ReviewPanelProps) {
  const { draftKey, mergeRequest, threaded, sources } = useContext(ReviewContext);
  const destination = useOutboxTarget();
  const { account } = destination;
  const post = usePost();
  const drafts = useLineDrafts(draftKey).filter((draft) => draft.pending);
  const summary = useDraft(`review-summary ${draftKey}`);
  const [approve, setApprove] = useState(false);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<(ErrorStateProps & { readonly title: string }) | null>(null);
  const [moved, setMoved] = useState(false);
  const completions = useMemo(() => [...sources, emojiSource], [sources]);

  const messages: readonly OutboxMessage[] = [
    ...drafts.map((draft) => ({ kind: "line", draft }) as const),
    ...(summary.text.trim() === "" ? [] : [{ kind: "note", body: summary.text } as const]),
    ...(approve ? [{ kind: "approval", sha: mergeRequest?.sha ?? null } as const] : []),
  ];
  const nothing = messages.length === 0;
  /** Without the service nobody knows; the outbox asks later. */
  const hasMoved = async (): Promise<boolean> => {
    try {
      return !isOffline(account) && (await checkPreconditions(destination, messages))?.reason === "moved";
    } catch (error) {
      if (toProblem(error).code === "offline") return false;
      throw error;
    }
  };
  const submit = async (evenIfMoved: boolean) => {
    setBusy(true);
    setFailure(null);
    let sent = 0;
    const outcomes = new Set<string>();
    try {
      // Written against one version, perhaps a while ago: look first whether it still is the latest.
      if (!evenIfMoved && (await hasMoved())) return setMoved(true);
      for (const message of messages) {
        outcomes.add(await post(message));
        sent++;
        if (message.kind === "line") removeLineDraft(draftKey, message.draft.key);
        else if (message.kind === "note") summary.clear();
        else setApprove(false);
      }
      if (outcomes.has("waits")) notifyQueued();
      else toast.success("Review sent");
      setMoved(false);
      setOpen(false);
    } catch (error) {
      const rest =
        sent > 0
          ? `${sent} of ${messages.length} were sent; the rest waits here.`
          : "Nothing was lost: it waits here.";
      const problem = describeProblem(error);
      setFailure({ ...problem, title: "The review was not sent", message: `${problem.message} ${rest}` });
    } finally {
      setBusy(false);
    }
  };
  const go = (draft: LineDraft) => {
    const file = files.findIndex((each) => pathOf(each) === draft.newPath);
    if (file >= 0) onGo(refOf(file, draft.last));
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
      <form
        className={styles.panel}
        onSubmit={(event) => {
          event.preventDefault();
          if (!nothing && !busy) void submit(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        {drafts.length === 0 ? (
          <p className={styles.muted}>No comments wait. Add some to the review, or send the summary alone.</p>
        ) : (
          <ul className={styles.draftList} aria-label="Comments that wait">
            {drafts.map((draft) => (
              <li key={draft.key}>
                <Button size="s" variant="ghost" onClick={() => go(draft)}>
                  {draft.newPath.split("/").at(-1)}:{draft.last.newLine ?? draft.last.oldLine}
                </Button>
                <div className={styles.ellipsis}>{draft.text}</div>
              </li>
            ))}
          </ul>
        )}
        <TextArea
          label="Summary, in Markdown"
          rows={3}
          value={summary.text}
          onChange={summary.setText}
          completions={completions}
        />
        {threaded ? <Checkbox label="Approve" checked={approve} onChange={setApprove} /> : null}
        {moved ? (
          <ErrorState
            compact
            title="The branch moved while you wrote"
            message="Your comments are on an older version. They can be sent as they are, or read again first."
            actions={
              <Button size="s" onClick={() => void submit(true)}>
                Send anyway
              </Button>
            }
          />
        ) : null}
        {failure ? <ErrorState compact {...failure} /> : null}
        <Button type="submit" variant="primary" loading={busy} disabled={nothing}>
          Send review
        </Button>
      </form>
    </Popover>
  );
});
