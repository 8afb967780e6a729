import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { createCommit, listCommits } from "../../../shared/api/resources/commits.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { needsOriginal } from "../../../shared/text/encoding/file-codec.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { type SentContent, sentContent } from "../../api/file-content.ts";
import { sendWrite } from "../../api/send-write.ts";
import { readOriginBytes } from "../../features/pending-edits/read-origin.ts";
import type { EditScope, EditSession } from "../../state/edits.ts";
import type { Change } from "../../state/pending-changes.ts";
import { toActions } from "./commit-actions.ts";

/** The created commit. */
export interface Committed {
  readonly sha: string;
  readonly branch: string;
  /** The response was lost; the commit was found on the branch afterwards. */
  readonly foundLater: boolean;
}

interface CommitOptions {
  /** Update the clean work tree that has the branch checked out too. */
  readonly updatesWorkTree?: boolean;
  /** The session's branch was deleted: start the target from the commit that its changes started from. */
  readonly isGone?: boolean;
}

/**
 * Sends a session's changes as one commit, once. After an uncertain failure it checks whether the branch has the commit.
 * Throws ProblemError, also where a file's encoding does not have a character: nothing is sent then.
 */
export async function commitChanges(
  scope: EditScope,
  session: EditSession,
  { updatesWorkTree = false, isGone = false }: CommitOptions = {},
): Promise<Committed> {
  const branch = session.target || scope.branch;
  const contents = await readContents(scope, session.changes);
  try {
    const commit = await sendWrite(scope.account, createCommit, {
      id: scope.project,
      branch,
      ...startOf(scope, session, branch, isGone),
      commit_message: session.message,
      ...(session.authorName ? { author_name: session.authorName } : {}),
      ...(session.authorEmail ? { author_email: session.authorEmail } : {}),
      ...(updatesWorkTree ? { update_worktree: true } : {}),
      actions: toActions(session.changes, contents),
    });
    return { sha: commit.id, branch, foundLater: false };
  } catch (error) {
    // The host has looked for the commit where the response was lost.
    if (!(error instanceof ProblemError) || error.problem.changed === "no") throw error;
    const found = await findCommit(scope, branch, session);
    if (found) return { sha: found, branch, foundLater: true };
    throw error;
  }
}

/** Returns the contents of changes as they are sent, by the change's id. */
async function readContents(
  scope: EditScope,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, SentContent>> {
  const contents = new Map<string, SentContent>();
  for (const { id, path, origin, content } of changes) {
    if (content?.kind === "bytes") contents.set(id, { content: content.base64, encoding: "base64" });
    if (content?.kind !== "text") continue;
    const { text, encoding = "utf-8" } = content;
    const original = origin && needsOriginal(encoding) ? await readOriginBytes(scope, origin) : undefined;
    contents.set(id, sentContent(path, text, encoding, original));
  }
  return contents;
}

/** Returns what a new branch starts from. */
function startOf(scope: EditScope, { head }: EditSession, branch: string, isGone: boolean) {
  if (isGone) return { start_sha: head };
  // A branch without commits has none to start from.
  return branch === scope.branch || head === "" ? {} : { start_branch: scope.branch };
}

/**
 * Returns the id of the commit that was sent, though others may have followed it; null where the branch does not have it.
 * Throws ProblemError where the service cannot be reached.
 */
async function findCommit(scope: EditScope, branch: string, session: EditSession): Promise<string | null> {
  try {
    const input = { id: scope.project, ref_name: branch, per_page: 50 };
    const { data, source } = await requestOperation(scope.account, listCommits, input);
    if (source === "cache") throw new ProblemError({ code: "offline", message: "You're offline." });
    const isOurs = ({ parent_ids, message }: Commit) =>
      parent_ids.join(" ") === session.head && message.trimEnd() === session.message.trimEnd();
    return data.find(isOurs)?.id ?? null;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "not_found") return null;
    throw error;
  }
}
