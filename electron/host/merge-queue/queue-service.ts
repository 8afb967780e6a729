import { createHash } from "node:crypto";
import type { z } from "zod";
import type { AnyOperation, InputOf, OutputOf } from "../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { getMergeRequestApprovals } from "../../../shared/api/resources/merge-request-approvals.ts";
import { rebaseMergeRequest } from "../../../shared/api/resources/merge-request-merges.ts";
import type { mergeRequestVersionDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  acceptMergeRequest,
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { NewQueued } from "../../../shared/host/merge-queue.ts";
import { encodeOperationCall, type OperationCall } from "../operations/operation-call.ts";
import { readOperation } from "../operations/read-operation.ts";
import { type OperationParts, readContextOf, runOperation } from "../operations/run-operation.ts";
import type { Observation } from "./decide.ts";

/** A merge request, and the head that the queue may merge. */
type QueueTarget = Pick<NewQueued, "accountId" | "project" | "iid" | "sha">;

/** A merge request as it is when it is queued. */
interface QueuedHead {
  readonly sha: string | null;
  readonly targetBranch: string;
  readonly fingerprint: string;
  readonly hasPipeline: boolean;
}

/** Reads and writes of the queue. All of them throw ProblemError. */
export interface QueueService {
  /** Reads what is to be queued. Throws `conflict` where the service has not compared its head yet. */
  readonly read: (target: QueueTarget) => Promise<QueuedHead>;
  readonly observe: (target: QueueTarget) => Promise<Observation>;
  readonly rebase: (target: QueueTarget) => Promise<void>;
  /** Merges the head `sha`, and nothing where the head is another one. */
  readonly merge: (target: QueueTarget, sha: string) => Promise<void>;
}

/** Statuses of a service that has no approvals. */
const lacking: readonly (number | undefined)[] = [404, 405, 501];

/** Returns the services of all accounts, as the queue uses them; `closing` ends what is under way. */
export function createQueueService(parts: OperationParts, closing: AbortSignal): QueueService {
  const read = async <O extends AnyOperation>(
    accountId: string,
    operation: O,
    input: InputOf<O>,
  ): Promise<OutputOf<O>> => {
    const call = await encodeOperationCall(operation, input);
    // From the service alone: what is cached is no ground for a merge.
    const options = { signal: closing, fresh: true, priority: "bulk" } as const;
    const { body } = await readOperation(readContextOf(parts, accountId), call, options);
    return readResponse(operation, await new Response(body).json()).value;
  };
  const send = async (accountId: string, call: OperationCall): Promise<void> => {
    const options = { signal: closing, allPages: false, cacheOnly: false, pinAs: null };
    const { body } = await runOperation(parts, accountId, call, options);
    if (body instanceof ReadableStream) await body.cancel();
  };
  const pathOf = ({ project, iid }: QueueTarget) => ({ id: project, merge_request_iid: iid });

  /** Returns the fingerprint of the version with this head; null where there is none yet. */
  const fingerprintOf = async (target: QueueTarget, sha: string | null): Promise<string | null> => {
    const versions = await read(target.accountId, listMergeRequestVersions, pathOf(target));
    const version = versions.find(({ head_commit_sha }) => head_commit_sha === sha);
    if (!version) return null;
    const input = { ...pathOf(target), version_id: version.id };
    return fingerprintVersion(await read(target.accountId, getMergeRequestVersion, input));
  };
  const readApprovals = async (target: QueueTarget): Promise<Observation["approvals"]> => {
    try {
      const found = await read(target.accountId, getMergeRequestApprovals, pathOf(target));
      return { required: found.approvals_required, left: found.approvals_left };
    } catch (error) {
      if (error instanceof ProblemError && lacking.includes(error.problem.status)) return null;
      throw error;
    }
  };
  const readOne = (target: QueueTarget) =>
    read(target.accountId, getMergeRequest, {
      ...pathOf(target),
      include_diverged_commits_count: true,
      include_rebase_in_progress: true,
    });

  return {
    async read(target) {
      const mergeRequest = await readOne(target);
      const sha = mergeRequest.sha ?? null;
      const fingerprint = await fingerprintOf(target, sha);
      if (fingerprint === null) {
        const message = "The service has not compared its commits yet. Try again in a moment.";
        throw new ProblemError({ code: "conflict", message, retry: true });
      }
      const { target_branch: targetBranch, head_pipeline: pipeline } = mergeRequest;
      return { sha, targetBranch, fingerprint, hasPipeline: pipeline != null };
    },
    async observe(target) {
      const mergeRequest = await readOne(target);
      const [approvals, project] = await Promise.all([
        readApprovals(target),
        read(target.accountId, getProject, { id: target.project }),
      ]);
      const isOther = mergeRequest.state === "opened" && mergeRequest.sha !== target.sha;
      return {
        mergeRequest,
        approvals,
        fingerprint: isOther ? await fingerprintOf(target, mergeRequest.sha ?? null) : null,
        project: {
          needsPipeline: project.only_allow_merge_if_pipeline_succeeds ?? false,
          takesSkipped: project.allow_merge_on_skipped_pipeline ?? false,
          needsResolved: project.only_allow_merge_if_all_discussions_are_resolved ?? false,
        },
      };
    },
    rebase: async (target) =>
      send(target.accountId, await encodeOperationCall(rebaseMergeRequest, pathOf(target))),
    merge: async (target, sha) =>
      send(target.accountId, await encodeOperationCall(acceptMergeRequest, { ...pathOf(target), sha })),
  };
}

/**
 * Returns a fingerprint of a version's commits and changes that a rebase leaves as it is: messages, authors and their times, and
 * the changed lines of each file, without what surrounds them and where they are.
 */
export function fingerprintVersion({
  commits,
  diffs,
}: Pick<z.output<typeof mergeRequestVersionDetail>, "commits" | "diffs">): string {
  const hash = createHash("sha256");
  const put = (...parts: readonly unknown[]) => hash.update(`${JSON.stringify(parts)}\n`);
  for (const { title, message, author_name, author_email, authored_date } of commits)
    put("commit", (message || title).trim(), author_name, author_email, timeOf(authored_date));
  for (const file of diffs) {
    const { old_path, new_path, a_mode, b_mode, new_file, deleted_file, renamed_file, diff } = file;
    put("file", old_path, new_path, a_mode, b_mode, new_file, deleted_file);
    for (const line of diff.split("\n")) if (/^[-+]/.test(line)) put(line);
    // Bytes and what is too long have no lines: their content is not known, so that only the same commits are the same.
    const isMove = renamed_file && diff === "" && !file.collapsed && !file.too_large;
    if (!isMove && !/^[-+]/m.test(diff))
      put(
        "without lines",
        commits.map(({ id }) => id),
      );
  }
  return hash.digest("hex");
}

const timeOf = (text: string | undefined | null): number | null => (text ? Date.parse(text) : null);
