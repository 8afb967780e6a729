import { useContext } from "react";
import { createDiscussion } from "../../../shared/api/discussions.ts";
import { createMergeRequestNote } from "../../../shared/api/notes.ts";
import { useWrite } from "../../api/use-write.ts";
import { type LineDraft, removeLineDraft } from "../../state/line-drafts.ts";
import { positionOf } from "./position-of.ts";
import { ReviewContext } from "./review-context.ts";

/** Sends a comment; the draft goes away when the service has confirmed it. */
export function useSendDraft(): (draft: LineDraft) => Promise<void> {
  const { project, iid, place, threaded } = useContext(ReviewContext);
  const write = useWrite();
  return async (draft) => {
    const target = { id: project, merge_request_iid: iid };
    const body = draft.text.trim();
    const position = positionOf(draft);
    if (threaded) await write(createDiscussion, { ...target, body, ...(position ? { position } : {}) });
    else {
      const line = draft.last.newLine ?? draft.last.oldLine;
      const where = position ? `On \`${draft.newPath}\`, line ${line}:\n\n` : "";
      await write(createMergeRequestNote, { ...target, body: where + body });
    }
    removeLineDraft(place, draft.key);
  };
}
