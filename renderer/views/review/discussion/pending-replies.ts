import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import type { OutboxMessage } from "../../../features/outbox/outbox.ts";
import type { LineDraft } from "../../../state/line-drafts.ts";

/** Returns a reply to a thread that waits for the review to be submitted; its line is that of the thread. */
export function pendingReply(thread: Discussion, text: string): LineDraft {
  const position = thread.notes[0]?.position;
  const line = { oldLine: position?.old_line ?? null, newLine: position?.new_line ?? null };
  return {
    key: `reply ${thread.id} ${crypto.randomUUID()}`,
    oldPath: position?.old_path ?? "",
    newPath: position?.new_path ?? position?.old_path ?? "",
    first: line,
    last: line,
    text,
    version: null,
    thread: thread.id,
    pending: true,
  };
}

/** Returns the message that sends a draft of a review. */
export const messageOf = (draft: LineDraft): OutboxMessage =>
  draft.thread === null
    ? { kind: "line", draft }
    : { kind: "reply", discussion: draft.thread, body: draft.text };

/** Returns where a draft of a review is: "name.ts:12", with what it is where it is a reply. */
export function draftLocation({ thread, newPath, last }: LineDraft): string {
  const line = last.newLine ?? last.oldLine;
  const location = newPath === "" ? "" : `${nameOf(newPath)}${line === null ? "" : `:${line}`}`;
  return thread === null ? location : location === "" ? "Reply" : `Reply in ${location}`;
}
