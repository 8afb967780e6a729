import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import { type AddedEntry, adds, isMine } from "../write-checks/added-entry.ts";
import {
  deletes,
  hundredOf,
  isFields,
  isSameText,
  isUnchanged,
  notDone,
  pickFields,
  sets,
  undecided,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  createProjectSnippet,
  deleteProjectSnippet,
  getProjectSnippet,
  listProjectSnippets,
  updateProjectSnippet,
} from "./project-snippets.ts";
import { createSnippet, deleteSnippet, getSnippet, listSnippets, updateSnippet } from "./snippets.ts";

const snippet = ({ title }: Fields) => (title ? `The snippet “${title}”` : "The snippet");
const snippetFields = ["title", "file_name", "description", "visibility"];

/** The response does not contain the content: whether that was written shows in no field. */
function setsSnippet(read: AnyOperation, ...ids: readonly string[]): WriteCheck {
  const shown = sets(read, pickFields(...ids), snippetFields, snippet);
  return {
    ...shown,
    judge(found, written, context) {
      const sendsContent = ["content", "code", "files"].some((name) => written[name] !== undefined);
      if (!sendsContent) return shown.judge(found, written, context);
      // The very time from before: nobody has changed it since.
      return isFields(found) && found.updated_at && isUnchanged(found, ["updated_at"], context.before)
        ? notDone
        : undecided;
    },
    sentences: (written) => [`${snippet(written)} was changed.`, `${snippet(written)} was not changed.`],
  };
}

const addsSnippet = (read: AnyOperation, input: AddedEntry["input"]): WriteCheck =>
  adds({
    read,
    input,
    compare: (entry, { title }, context) => ({
      content: isSameText(entry.title, title),
      mine: isMine(entry.author, context),
    }),
    order: "id",
    what: snippet,
  });

/** Checks of the writes of snippets, of a project or of none. */
export const snippetWriteChecks: WriteChecks = [
  [createSnippet, addsSnippet(listSnippets, hundredOf())],
  [updateSnippet, setsSnippet(getSnippet, "id")],
  [deleteSnippet, deletes(getSnippet, pickFields("id"), snippet)],
  [createProjectSnippet, addsSnippet(listProjectSnippets, hundredOf("id"))],
  [updateProjectSnippet, setsSnippet(getProjectSnippet, "id", "snippet_id")],
  [deleteProjectSnippet, deletes(getProjectSnippet, pickFields("id", "snippet_id"), snippet)],
];
