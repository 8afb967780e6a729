import {
  deleteIssueNote,
  deleteSnippetNote,
  listIssueNotes,
  listSnippetNotes,
  updateIssueNote,
  updateSnippetNote,
} from "../../../shared/api/notes.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import type { useWrite } from "../../api/use-write.ts";

/** What notes are on. */
export interface NoteParent {
  readonly kind: "issue" | "snippet";
  /** Full path of the project. */
  readonly project: string;
  /** An issue's number in its project, a snippet's id. */
  readonly number: number;
}

type Write = ReturnType<typeof useWrite>;

/** Comments on an issue or snippet, oldest first. */
export function useNotes({ kind, project, number }: NoteParent) {
  const list = { id: project, sort: "asc", per_page: 100 } as const;
  const ofIssue = useOperationAll(listIssueNotes, kind === "issue" ? { ...list, issue_iid: number } : null);
  const ofSnippet = useOperationAll(
    listSnippetNotes,
    kind === "snippet" ? { ...list, snippet_id: number } : null,
  );
  return kind === "issue" ? ofIssue : ofSnippet;
}

/** Changing and deleting one of them. */
export const noteOperations = ({ kind, project, number }: NoteParent, note_id: number) => ({
  change: (write: Write, body: string): Promise<unknown> =>
    kind === "issue"
      ? write(updateIssueNote, { id: project, issue_iid: number, note_id, body })
      : write(updateSnippetNote, { id: project, snippet_id: number, note_id, body }),
  remove: (write: Write): Promise<unknown> =>
    kind === "issue"
      ? write(deleteIssueNote, { id: project, issue_iid: number, note_id })
      : write(deleteSnippetNote, { id: project, snippet_id: number, note_id }),
});
