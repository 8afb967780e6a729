import {
  createDiscussion,
  replyToDiscussion,
  replyToIssueDiscussion,
  resolveDiscussion,
  type SentPosition,
} from "../../../shared/api/resources/discussions.ts";
import { getIssue } from "../../../shared/api/resources/issues.ts";
import { approveMergeRequest } from "../../../shared/api/resources/merge-request-approvals.ts";
import { getMergeRequest, listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { createIssueNote, createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import type { WriteFlow } from "../../api/send-write.ts";
import type { LineDraft } from "../../state/drafts.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import type { Block, OutboxEntry, OutboxMessage, OutboxTarget } from "./outbox.ts";

/** Returns a message's text as it is sent; null for an approval, which has none. */
function bodyOf(message: OutboxMessage, threaded: boolean): string | null {
  switch (message.kind) {
    case "approval":
      return null;
    case "line": {
      const { draft } = message;
      // A service without threads has no positions, and none has those of other files: the text names the line.
      return ((!threaded && draft.version) || draft.isElsewhere ? placeOf(draft) : "") + draft.text.trim();
    }
    default:
      return message.body.trim();
  }
}

/** Returns the words that name the lines of a draft, for a comment that has no position. */
function placeOf({ newPath, last }: LineDraft): string {
  const line = last.newLine ?? last.oldLine;
  return `On \`${newPath}\`${line === null ? "" : `, line ${line}`}:\n\n`;
}

/** Sends a message once. Throws ProblemError. */
export async function sendMessage(
  writes: WriteFlow,
  to: OutboxTarget,
  message: OutboxMessage,
): Promise<void> {
  if (to.of === "issue") return sendToIssue(writes, to, message);
  const { account, project, iid, threaded } = to;
  const target = { id: project, merge_request_iid: iid };
  const body = bodyOf(message, threaded) ?? "";
  if (message.kind === "approval") {
    await writes.send(account, approveMergeRequest, {
      ...target,
      sha: message.sha || undefined,
    });
  } else if (message.kind === "reply" && threaded) {
    const thread = { ...target, discussion_id: message.discussion };
    await writes.send(account, replyToDiscussion, { ...thread, body });
    if (!message.keepsResolved) return;
    try {
      await writes.send(account, resolveDiscussion, { ...thread, resolved: true });
    } catch (error) {
      // The reply is sent: a failure here must not offer to send it again.
      toast.problem("The thread is open again", describeProblem(error));
    }
  } else if (message.kind === "line" && threaded) {
    const position = message.draft.isElsewhere ? undefined : toSentPosition(message.draft);
    try {
      await writes.send(account, createDiscussion, { ...target, body, position });
    } catch (error) {
      // Services before 16.4 refuse comments on a whole file: the text names it then.
      if (position?.position_type !== "file" || toProblem(error).status !== 400) throw error;
      await writes.send(account, createDiscussion, { ...target, body: placeOf(message.draft) + body });
    }
  } else {
    await writes.send(account, createMergeRequestNote, { ...target, body });
  }
}

/** Sends a comment to an issue, which has neither lines nor approvals. */
async function sendToIssue(
  writes: WriteFlow,
  { account, project, iid, threaded }: OutboxTarget,
  message: OutboxMessage,
): Promise<void> {
  const target = { id: project, issue_iid: iid };
  const body = bodyOf(message, threaded) ?? "";
  if (message.kind === "reply" && threaded) {
    const thread = { ...target, discussion_id: message.discussion };
    await writes.send(account, replyToIssueDiscussion, { ...thread, body });
  } else await writes.send(account, createIssueNote, { ...target, body });
}

/** Returns the position of a draft's lines as the service takes it; undefined for a draft that has no version. */
export function toSentPosition({
  version,
  oldPath,
  newPath,
  first,
  last,
}: LineDraft): SentPosition | undefined {
  if (!version) return undefined;
  const numbers = ({ oldLine, newLine }: LineDraft["last"]) => ({
    old_line: oldLine ?? undefined,
    new_line: newLine ?? undefined,
  });
  const files = {
    base_sha: version.base,
    start_sha: version.start,
    head_sha: version.head,
    old_path: oldPath,
    new_path: newPath,
  };
  if (last.oldLine === null && last.newLine === null) return { ...files, position_type: "file" };
  const single = first.oldLine === last.oldLine && first.newLine === last.newLine;
  const sided = (line: LineDraft["last"]) => ({
    ...numbers(line),
    type: line.newLine === null ? ("old" as const) : ("new" as const),
  });
  return {
    ...files,
    position_type: "text",
    ...numbers(last),
    ...(single ? {} : { line_range: { start: sided(first), end: sided(last) } }),
  };
}

/**
 * Returns why messages must not be sent to a merge request or an issue in its present state, null where they may.
 * Throws ProblemError; its code is `offline` where only a cached state is known.
 */
export async function checkPreconditions(
  {
    of,
    account,
    project,
    iid,
    threaded,
    createdAt = "",
  }: OutboxTarget & Partial<Pick<OutboxEntry, "createdAt">>,
  messages: readonly OutboxMessage[],
): Promise<Block | null> {
  if (of === "issue") return checkIssue(account, { id: project, issue_iid: iid }, createdAt);
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

/** An issue that was closed already when the first message was written takes comments as any other. */
async function checkIssue(
  account: string,
  target: { readonly id: string; readonly issue_iid: number },
  since: string,
): Promise<Block | null> {
  const { data, source } = await requestOperation(account, getIssue, target);
  if (source === "cache") throw offlineError();
  const isClosedSince =
    data.state === "closed" && data.closed_at != null && Date.parse(data.closed_at) > Date.parse(since);
  return isClosedSince ? { reason: "closed", message: "The issue is now closed." } : null;
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
