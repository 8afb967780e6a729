import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { sentContent } from "../../../api/file-content.ts";
import type { useWrite } from "../../../api/use-write.ts";
import { editableText } from "../../../features/pending-edits/editable-text.ts";
import { readBytesAt, readOrigin } from "../../../features/pending-edits/read-origin.ts";
import type { Suggestion } from "../../../workers/markdown/split-comment.ts";
import { applySuggestion } from "./suggestion.ts";

/** A suggestion for a line of a file on a branch of a project. */
interface ProposedChange {
  readonly account: string;
  readonly project: number;
  readonly branch: string;
  readonly path: string;
  /** The commented line, from 1, and the commit that it was counted in. */
  readonly line: number;
  readonly head: string;
  readonly suggestion: Suggestion;
}

/**
 * Commits a suggestion: its lines change and no other byte of the file. Throws ProblemError, without a commit, where the
 * file changed since, is no text, or has no encoding for a character.
 */
export async function commitSuggestion(
  write: ReturnType<typeof useWrite>,
  { account, project, branch, path, line, head, suggestion }: ProposedChange,
): Promise<void> {
  const scope = { account, project: String(project), branch };
  const origin = await readOrigin(scope, path, head);
  if (!origin) throw refused(`${path} is no longer there.`);
  const bytes = await readBytesAt(scope, path, head);
  const file = editableText(bytes);
  if (file.text === null) throw refused(`${path} cannot be edited as text. ${file.reason}`);
  const next = applySuggestion(file.text, line, suggestion);
  if (next === null) throw refused(`${path} no longer has line ${line}.`);
  if (next === file.text) throw refused(`${path} already has these lines.`);
  await write(createCommit, {
    id: project,
    branch,
    commit_message: `Apply suggestion to ${path}`,
    actions: [
      {
        action: "update",
        file_path: path,
        last_commit_id: origin.lastCommitId,
        ...sentContent(path, next, file.encoding, bytes),
      },
    ],
  });
}

const refused = (reason: string) =>
  new ProblemError({ code: "refused", message: `${reason} Nothing was committed.`, changed: "no" });
