import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import { createBranch } from "../../../../shared/api/resources/branches.ts";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  resolveMergeConflicts,
} from "../../../../shared/api/resources/merge-requests.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { type SentContent, sentContent } from "../../../api/file-content.ts";
import type { WriteFlow } from "../../../api/send-write.ts";
import { isUnsupported } from "../merge-request/use-merge-request.ts";
import type { ChangedOnBoth, ConflictingFile, Conflicts, WrittenAs } from "./read-conflicts.ts";

type CommitActions = InputOf<typeof createCommit>["actions"];

/** A resolved file, with the names that it has on both branches; null content deletes it. */
interface Resolution extends Pick<ChangedOnBoth, "path" | "mine" | "theirs"> {
  readonly content: string | null;
  readonly written: WrittenAs;
  /** Its text on both branches; absent where it is neither. */
  readonly sides?: ConflictingFile["sides"];
}

interface ResolutionCommit {
  readonly writes: WriteFlow;
  readonly account: string;
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly conflicts: Conflicts;
  readonly files: readonly Resolution[];
  readonly message: string;
}

/** Milliseconds between two reads of whether the service has checked a merge request, and their maximum number. */
const checkIntervalMs = 1_000;
const maxChecks = 20;

/**
 * Merges the target branch into the source branch with resolved files: in one operation of Helve's local service, else by
 * {@link mergeThroughBranch}. Throws ProblemError; nothing is sent where an encoding does not have a character.
 */
export async function commitResolution(commit: ResolutionCommit): Promise<void> {
  const { writes, account, project, mergeRequest, conflicts, files, message } = commit;
  try {
    await writes.send(account, resolveMergeConflicts, {
      id: project,
      merge_request_iid: mergeRequest.iid,
      source_sha: conflicts.sourceSha,
      target_sha: conflicts.targetSha,
      commit_message: message,
      files: files.map((file) => ({ path: file.path, content: null, ...contentOf(file) })),
    });
  } catch (error) {
    const isUnknown = toProblem(error).status === undefined && toProblem(error).code === "not_found";
    if (!isUnknown && !isUnsupported(error)) throw error;
    await mergeThroughBranch(commit);
  }
}

/**
 * Merges through a temporary branch, where a service makes no merge commits of given files: the resolved files are
 * committed to the source branch and to a branch of the target, so that both have the same, and that branch is merged
 * into the source branch by a merge request of its own.
 */
export async function mergeThroughBranch(commit: ResolutionCommit): Promise<void> {
  const { writes, account, project, mergeRequest, conflicts, files, message } = commit;
  const { iid, source_branch: source, target_branch: target } = mergeRequest;
  const branch = `helve/resolve-${iid}-${conflicts.targetSha.slice(0, 8)}-${Date.now().toString(36)}`;
  const start_sha = conflicts.targetSha;
  const [onTarget, onSource] = [actionsOn("theirs", files), actionsOn("mine", files)];
  if (onTarget.length === 0)
    await writes.send(account, createBranch, { id: project, branch, ref: start_sha });
  else
    await writes.send(account, createCommit, {
      ...{ id: project, branch, start_sha, commit_message: message },
      actions: onTarget,
    });
  if (onSource.length > 0)
    await writes.send(account, createCommit, {
      ...{ id: project, branch: source, commit_message: `Resolve conflicts with ${target}` },
      actions: onSource,
    });
  const made = await writes.send(account, createMergeRequest, {
    id: project,
    source_branch: branch,
    target_branch: source,
    title: `Merge branch '${target}' into '${source}'`,
    description: `Resolves the conflicts of !${iid}.`,
    remove_source_branch: true,
  });
  const one = { id: project, merge_request_iid: made.iid };
  for (let check = 0; check < maxChecks; check++) {
    const { merge_status: status } = await fetchOperation(account, getMergeRequest, one);
    if (status !== "unchecked" && status !== "checking") break;
    await new Promise((done) => setTimeout(done, checkIntervalMs));
  }
  await writes.send(account, acceptMergeRequest, {
    ...one,
    merge_commit_message: message,
    should_remove_source_branch: true,
  });
}

/** Returns the content of a resolved file as it is sent; null for one that is deleted. */
const contentOf = ({ path, content, written }: Resolution): SentContent | null =>
  content === null ? null : sentContent(path, content, written.encoding, written.original);

/** Returns the actions that make a branch's files the resolved ones. */
export function actionsOn(side: "mine" | "theirs", files: readonly Resolution[]): CommitActions {
  return files.flatMap((file): CommitActions => {
    const { path, written } = file;
    const here = file[side];
    const sent = contentOf(file);
    if (sent === null) return here === null ? [] : [{ action: "delete", file_path: here }];
    if (here === null) return [{ action: "create", file_path: path, ...sent }];
    // Services refuse a commit that changes nothing.
    const isSame = file.sides?.[side] === file.content && written.sides[side] === written.encoding;
    if (here === path && isSame) return [];
    if (here !== path) return [{ action: "move", file_path: path, previous_path: here, ...sent }];
    return [{ action: "update", file_path: path, ...sent }];
  });
}
