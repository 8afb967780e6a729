import type { z } from "zod";
import type { CommitAction } from "../../../shared/api/resources/commits.ts";
import {
  createFile,
  deleteFile,
  getFile,
  getRawFile,
  headFile,
  headRawFile,
  updateFile,
} from "../../../shared/api/resources/files.ts";
import { requirePush } from "../domain/access/require-project.ts";
import { commitOneFile } from "../domain/branches/commit-to-branch.ts";
import { describeFile, locateFile, openContent, requireJsonSize } from "../domain/repository/locate-file.ts";
import { base64Response } from "../http/base64-response.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { contentResponse } from "../http/raw-response.ts";
import { toFile, toFileHeaders } from "../presenters/file.ts";

async function rawFile(input: z.output<(typeof getRawFile)["input"]>, context: Context): Promise<Response> {
  const file = await locateFile(context, input);
  const content = await openContent(file, input);
  const headers = toFileHeaders(await describeFile(file, context.request.signal));
  return contentResponse(context.request, headers, content);
}

export const fileRoutes = [
  implement(getFile, async (input, context) => {
    const file = await locateFile(context, input);
    requireJsonSize(file.size);
    const { signal } = context.request;
    const [details, content] = await Promise.all([describeFile(file, signal), openContent(file, {})]);
    return base64Response(toFile(details), content, signal);
  }),
  implement(headFile, async (input, context) => {
    const file = await describeFile(await locateFile(context, input), context.request.signal);
    return new Response(null, { headers: toFileHeaders(file) });
  }),
  implement(getRawFile, rawFile),
  // The body is dropped where the method is known.
  implement(headRawFile, rawFile),
  implement(createFile, async (input, context) => {
    const { file_path, encoding, content } = input;
    await commitFile(context, input, { action: "create", file_path, encoding, content });
    return { file_path, branch: input.branch };
  }),
  implement(updateFile, async (input, context) => {
    const { file_path, encoding, content, last_commit_id } = input;
    await commitFile(context, input, { action: "update", file_path, encoding, content, last_commit_id });
    return { file_path, branch: input.branch };
  }),
  implement(deleteFile, async (input, context) => {
    const { file_path, last_commit_id } = input;
    await commitFile(context, input, { action: "delete", file_path, last_commit_id });
    return undefined;
  }),
];

interface WriteInput {
  readonly id: string | number;
  readonly branch: string;
  readonly start_branch?: string | undefined;
  readonly commit_message: string;
  readonly author_name?: string | undefined;
  readonly author_email?: string | undefined;
  readonly update_worktree?: boolean | undefined;
}

const commitFile = (context: Context, input: WriteInput, action: CommitAction): Promise<string> =>
  commitOneFile(requirePush(context, input.id), {
    branch: input.branch,
    startBranch: input.start_branch,
    action,
    message: input.commit_message,
    authorName: input.author_name,
    authorEmail: input.author_email,
    updateWorktree: input.update_worktree,
  });
