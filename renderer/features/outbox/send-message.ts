import { createDiscussion, replyToDiscussion } from "../../../shared/api/resources/discussions.ts";
import { approveMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import { createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { createMergeRequestReaction } from "../../../shared/api/resources/reactions.ts";
import { writeOperation } from "../../api/write-operation.ts";
import { positionOf } from "./draft-position.ts";
import type { Destination, Message } from "./outbox.ts";

/** What the sending of items makes stale. Of an emoji alone the service makes a reaction. */
export const changedBySending = [...approveMergeRequest.changes, ...createMergeRequestReaction.changes];

/** The words of an item as they are sent; null for an approval, which has none. */
export function bodyOf(item: Message, threaded: boolean): string | null {
  switch (item.kind) {
    case "approval":
      return null;
    case "line": {
      const { draft } = item;
      const line = draft.last.newLine ?? draft.last.oldLine;
      // Without threads the place of a comment is part of its words.
      const where = !threaded && draft.version ? `On \`${draft.newPath}\`, line ${line}:\n\n` : "";
      return where + draft.text.trim();
    }
    default:
      return item.body.trim();
  }
}

/** Says one thing on a merge request, once. Throws ProblemError. */
export async function sendItem(
  { account, project, iid, threaded }: Destination,
  item: Message,
): Promise<void> {
  const target = { id: project, merge_request_iid: iid };
  const body = bodyOf(item, threaded) ?? "";
  if (item.kind === "approval") {
    await writeOperation(account, approveMergeRequest, {
      ...target,
      ...(item.sha ? { sha: item.sha } : {}),
    });
  } else if (item.kind === "reply" && threaded) {
    await writeOperation(account, replyToDiscussion, { ...target, discussion_id: item.discussion, body });
  } else if (item.kind === "line" && threaded) {
    const position = positionOf(item.draft);
    await writeOperation(account, createDiscussion, { ...target, body, ...(position ? { position } : {}) });
  } else {
    await writeOperation(account, createMergeRequestNote, { ...target, body });
  }
}
