import { deleteIssueRow } from "../review/issues.ts";
import { deleteMergeRequestRow } from "../review/merge-requests.ts";
import { deleteNoteRow } from "../review/notes.ts";
import { deleteSnippetRow } from "../review/snippets.ts";
import { int, parseColumn, text } from "../rows.ts";
import type { Store } from "../store.ts";

/** Tables whose rows have an author, whatever part of the service they belong to. */
const authoredTables = (store: Store): string[] =>
  parseColumn(
    "name",
    text,
    store.all(`SELECT tables.name FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys
       WHERE tables.type = 'table' AND keys."table" = 'users' AND keys."from" = 'author_id'`),
  );

/** Makes another user the author of all that one has written, and the giver of its reactions; call in a transaction. */
export function reassignContributions(store: Store, fromId: number, toId: number): void {
  for (const table of authoredTables(store)) {
    store.run(`UPDATE ${table} SET author_id = ? WHERE author_id = ?`, toId, fromId);
  }
  // Where both users have given the same reaction, the row stays, and is deleted with its user.
  store.run("UPDATE OR IGNORE reactions SET user_id = ? WHERE user_id = ?", toId, fromId);
}

/** Deletes what a user has written: merge requests, issues, snippets, and comments on anything. */
export function deleteContributions(store: Store, userId: number): void {
  const idsOf = (table: string) =>
    parseColumn("id", int, store.all(`SELECT id FROM ${table} WHERE author_id = ?`, userId));
  for (const id of idsOf("merge_requests")) deleteMergeRequestRow(store, id);
  for (const id of idsOf("issues")) deleteIssueRow(store, id);
  for (const id of idsOf("snippets")) deleteSnippetRow(store, id);
  for (const id of idsOf("notes")) deleteNoteRow(store, id);
  store.run("DELETE FROM commit_comments WHERE author_id = ?", userId);
}
