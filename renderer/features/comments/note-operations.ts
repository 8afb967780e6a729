import {
  createIssueNote,
  createSnippetNote,
  deleteIssueNote,
  deleteSnippetNote,
  listIssueNotes,
  listSnippetNotes,
  type Note,
  updateIssueNote,
  updateSnippetNote,
} from "../../../shared/api/resources/notes.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import type { CommentWrites } from "./comment.tsx";

/** Issue or snippet that notes are on. */
export interface NoteParent {
  readonly kind: "issue" | "snippet";
  /** Full path or id of the project. */
  readonly project: string;
  /** An issue's number in its project, a snippet's id. */
  readonly number: number;
}

export type NoteOrder = "asc" | "desc";

/** Reads the comments on an issue or snippet; `asc`: oldest first. */
export function useNotes({ kind, project, number }: NoteParent, sort: NoteOrder) {
  const list = { id: project, sort, per_page: 100 } as const;
  const keep = { keepPrevious: true };
  const ofIssue = useOperationAll(
    listIssueNotes,
    kind === "issue" ? { ...list, issue_iid: number } : null,
    keep,
  );
  const ofSnippet = useOperationAll(
    listSnippetNotes,
    kind === "snippet" ? { ...list, snippet_id: number } : null,
    keep,
  );
  return kind === "issue" ? ofIssue : ofSnippet;
}

/** Returns the writes of comments on an issue or snippet. */
export function useNoteWrites({ kind, project, number }: NoteParent) {
  const write = useWrite();
  const issue = { id: project, issue_iid: number };
  const snippet = { id: project, snippet_id: number };
  const add = (body: string): Promise<Note> =>
    kind === "issue"
      ? write(createIssueNote, { ...issue, body })
      : write(createSnippetNote, { ...snippet, body });
  const of = ({ id: note_id, body: before }: Note): CommentWrites => ({
    change: (body) =>
      kind === "issue"
        ? write(updateIssueNote, { ...issue, note_id, body })
        : write(updateSnippetNote, { ...snippet, note_id, body }),
    remove: () =>
      kind === "issue"
        ? write(deleteIssueNote, { ...issue, note_id })
        : write(deleteSnippetNote, { ...snippet, note_id }),
    restore: () => add(before),
  });
  return { add, of };
}
