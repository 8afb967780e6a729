import {
  createDiscussion,
  replyToDiscussion,
  type SentPosition,
} from "../../../shared/api/resources/discussions.ts";
import { approveMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import { createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { createMergeRequestReaction } from "../../../shared/api/resources/reactions.ts";
import { sendWrite } from "../../api/send-write.ts";
import type { LineDraft } from "../../state/line-drafts.ts";
import type { OutboxMessage, OutboxTarget } from "./outbox.ts";

/** Resources that are stale after sending. A comment of one emoji becomes a reaction on the service. */
export const resourcesChangedBySending = [
  ...approveMergeRequest.changes,
  ...createMergeRequestReaction.changes,
];

/** Returns a message's text as it is sent; null for an approval, which has none. */
export function bodyOf(message: OutboxMessage, threaded: boolean): string | null {
  switch (message.kind) {
    case "approval":
      return null;
    case "line": {
      const { draft } = message;
      const line = draft.last.newLine ?? draft.last.oldLine;
      // A service without threads has no positions: the text names the line.
      const where = !threaded && draft.version ? `On \`${draft.newPath}\`, line ${line}:\n\n` : "";
      return where + draft.text.trim();
    }
    default:
      return message.body.trim();
  }
}

/** Sends a message once. Throws ProblemError. */
export async function sendMessage(
  { account, project, iid, threaded }: OutboxTarget,
  message: OutboxMessage,
): Promise<void> {
  const target = { id: project, merge_request_iid: iid };
  const body = bodyOf(message, threaded) ?? "";
  if (message.kind === "approval") {
    await sendWrite(account, approveMergeRequest, {
      ...target,
      ...(message.sha ? { sha: message.sha } : {}),
    });
  } else if (message.kind === "reply" && threaded) {
    await sendWrite(account, replyToDiscussion, { ...target, discussion_id: message.discussion, body });
  } else if (message.kind === "line" && threaded) {
    const position = toSentPosition(message.draft);
    await sendWrite(account, createDiscussion, { ...target, body, ...(position ? { position } : {}) });
  } else {
    await sendWrite(account, createMergeRequestNote, { ...target, body });
  }
}

/** Returns the position of a draft's lines as the service takes it; undefined for a draft that has no version. */
export function toSentPosition({
  version,
  oldPath,
  newPath,
  first,
  last,
}: LineDraft): SentPosition | undefined {
  if (!version) return undefined;
  const numbers = ({ oldLine, newLine }: LineDraft["last"]) => ({
    ...(oldLine === null ? {} : { old_line: oldLine }),
    ...(newLine === null ? {} : { new_line: newLine }),
  });
  const single = first.oldLine === last.oldLine && first.newLine === last.newLine;
  const sided = (line: LineDraft["last"]) => ({
    ...numbers(line),
    type: line.newLine === null ? ("old" as const) : ("new" as const),
  });
  return {
    base_sha: version.base,
    start_sha: version.start,
    head_sha: version.head,
    position_type: "text",
    old_path: oldPath,
    new_path: newPath,
    ...numbers(last),
    ...(single ? {} : { line_range: { start: sided(first), end: sided(last) } }),
  };
}
