import { z } from "zod";
import {
  createDiscussion,
  replyToDiscussion,
  resolveDiscussion,
} from "../../../shared/api/resources/discussions.ts";
import { approveMergeRequest } from "../../../shared/api/resources/merge-request-approvals.ts";
import { getMergeRequest, listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { toolWrites } from "../../../shared/host/tools.ts";
import type { MergeRequestPlace } from "./read-review.ts";
import { placeIn } from "./read-tools.ts";
import { defineTool, mergeRequestInput, type Tool, type ToolContext } from "./tool.ts";

/** Characters of the longest comment: all of it is shown before it is sent. */
const maxCommentLength = 20_000;
const thread = z.string().min(1).max(200).describe("id of read_threads");

/** A write's kind, what the user is shown of it, and how it is sent. */
interface Asked {
  readonly kind: (typeof toolWrites)[number];
  readonly title: string;
  readonly text?: string;
  readonly send: () => Promise<string>;
}

/** Sends a write once its user has allowed the kind, and then this one. */
function ask(context: ToolContext, { account }: MergeRequestPlace, asked: Asked): Promise<string> {
  const { access, writes, accounts, program, signal } = context;
  access.require(account, asked.kind);
  const { name, check } = accounts().find(({ id }) => id === account) ?? { name: account, check: null };
  const user = check ? `@${check.user.username} on ${name}` : name;
  return writes.ask(
    {
      ...{ program, account, send: asked.send },
      title: `${asked.title}, as ${user}`,
      text: asked.text ?? "",
    },
    signal,
  );
}

/** Sent to its end, also where the program that asked for it has left meanwhile. */
const untilDone = () => ({ signal: new AbortController().signal });

/** The tools that ask for a write. Each waits for the user's decision in Helve. */
export const writeTools: readonly Tool[] = [
  defineTool({
    name: "comment",
    title: "Comment on a merge request",
    description:
      "Asks the user to send a comment: on the whole merge request, on a line of the newest version, or as a reply in a thread. Returns once the user has decided in Helve.",
    isWrite: true,
    input: mergeRequestInput.extend({
      body: z.string().trim().min(1).max(maxCommentLength).describe("Markdown"),
      thread: thread.optional().describe("thread to reply in"),
      path: z.string().min(1).max(4000).optional().describe("changed file"),
      line: z.int().positive().optional().describe("line of the new file"),
    }),
    async run(context, input) {
      const place = placeIn(context, input);
      context.access.require(place.account, "comment");
      const { calls } = context;
      const { account, project, iid } = place;
      const where = { id: project, merge_request_iid: iid };
      const { body, path, line } = input;
      const on = `!${iid} of ${project}`;
      if (input.thread !== undefined) {
        const discussion_id = input.thread;
        const send = async () => {
          const reply = { ...where, discussion_id, body };
          const { id } = await calls.json(account, replyToDiscussion, reply, untilDone());
          return `The user sent the reply; its id is ${id}.`;
        };
        return ask(context, place, {
          kind: "comment",
          title: `Reply in a thread of ${on}`,
          text: body,
          send,
        });
      }
      if ((path === undefined) !== (line === undefined))
        throw new ProblemError({ code: "invalid_input", message: "Give both path and line, or neither." });
      const position = path === undefined ? undefined : await positionAt(context, place, path, line ?? 0);
      const spot = path === undefined ? on : `line ${line} of ${path} in ${on}`;
      const send = async () => {
        const comment = { ...where, body, ...(position ? { position } : {}) };
        const { id } = await calls.json(account, createDiscussion, comment, untilDone());
        return `The user sent the comment; its thread is ${id}.`;
      };
      return ask(context, place, { kind: "comment", title: `Comment on ${spot}`, text: body, send });
    },
  }),
  defineTool({
    name: "resolve_thread",
    title: "Resolve or reopen a thread",
    description: "Asks the user to resolve a thread of a merge request, or to open it again.",
    isWrite: true,
    input: mergeRequestInput.extend({ thread, resolved: z.boolean().default(true) }),
    async run(context, input) {
      const place = placeIn(context, input);
      const { account, project, iid } = place;
      const { resolved, thread: discussion_id } = input;
      const verb = resolved ? "Resolve" : "Reopen";
      const send = async () => {
        const change = { id: project, merge_request_iid: iid, discussion_id, resolved };
        await context.calls.json(account, resolveDiscussion, change, untilDone());
        return `The thread is ${resolved ? "resolved" : "open again"}.`;
      };
      const title = `${verb} thread ${discussion_id.slice(0, 12)} of !${iid} of ${project}`;
      return ask(context, place, { kind: "resolve", title, send });
    },
  }),
  defineTool({
    name: "approve",
    title: "Approve a merge request",
    description: "Asks the user to approve a merge request at its present head.",
    isWrite: true,
    input: mergeRequestInput,
    async run(context, input) {
      const place = placeIn(context, input);
      const { account, project, iid } = place;
      context.access.require(account, "approve");
      const where = { id: project, merge_request_iid: iid };
      const { calls, signal } = context;
      const { sha, title } = await calls.json(account, getMergeRequest, where, { signal });
      const send = async () => {
        const head = sha ? { ...where, sha } : where;
        await calls.json(account, approveMergeRequest, head, untilDone());
        return `!${iid} is approved at ${sha ?? "its head"}.`;
      };
      const text = `${title}\n\n${sha ? `At commit ${sha}` : ""}`.trim();
      return ask(context, place, { kind: "approve", title: `Approve !${iid} of ${project}`, text, send });
    },
  }),
];

/** Returns the position of a line of the new file in the newest version. */
async function positionAt(
  { calls, signal }: ToolContext,
  { account, project, iid }: MergeRequestPlace,
  path: string,
  line: number,
) {
  const input = { id: project, merge_request_iid: iid };
  const [newest] = await calls.json(account, listMergeRequestVersions, input, { signal });
  if (!newest)
    throw new ProblemError({ code: "not_found", message: "This merge request has no changes yet." });
  return {
    base_sha: newest.base_commit_sha,
    start_sha: newest.start_commit_sha,
    head_sha: newest.head_commit_sha,
    position_type: "text" as const,
    ...{ old_path: path, new_path: path, new_line: line },
  };
}
