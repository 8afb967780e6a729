import { getMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import { listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import type { Block, OutboxMessage, OutboxTarget } from "./outbox.ts";

/**
 * Returns why messages must not be sent to a merge request in its present state, null where they may.
 * Throws ProblemError; its code is `offline` where only a cached state is known.
 */
export async function checkPreconditions(
  { account, project, iid, threaded }: OutboxTarget,
  messages: readonly OutboxMessage[],
): Promise<Block | null> {
  const target = { id: project, merge_request_iid: iid };
  const heads = messages.flatMap((message) =>
    message.kind === "line" ? (message.draft.version?.head ?? []) : [],
  );
  const { state, head } = threaded
    ? await readMergeRequest(account, target)
    : await readLastVersion(account, target);
  if (state && state !== "opened") {
    return { reason: "closed", message: `The merge request is now ${state}.` };
  }
  if (head && heads.some((sha) => sha !== head)) {
    return {
      reason: "moved",
      message: "The branch has new commits: your comments are on an outdated version.",
    };
  }
  return null;
}

type Target = { readonly id: string; readonly merge_request_iid: number };

async function readMergeRequest(account: string, target: Target) {
  const { data, source } = await requestOperation(account, getMergeRequest, target);
  if (source === "cache") throw offlineError();
  return { state: data.state, head: data.sha ?? null };
}

async function readLastVersion(account: string, target: Target) {
  const { data, source } = await requestOperation(account, listMergeRequestVersions, target);
  if (source === "cache") throw offlineError();
  return { state: null, head: data[0]?.head_commit_sha ?? null };
}

const offlineError = () =>
  new ProblemError({ code: "offline", message: "Can't reach the service.", retry: true });
