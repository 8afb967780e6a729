import type { DecodedInput } from "../../../shared/api/contract/operation.ts";
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
import { requirePush } from "../domain/access/require-access.ts";
import { commitOneFile, type FileChange } from "../domain/branches/commit-to-branch.ts";
import { describeFile, locateFile, openContent, requireJsonSize } from "../domain/repository/read-file.ts";
import { type Context, implement } from "../http/implement.ts";
import { decodeContent } from "../http/input/decode-call.ts";
import { base64Response, contentResponse } from "../http/raw-response.ts";
import { toFile, toFileHeaders } from "../presenters/file.ts";

/** Returns an action of a commit as a change of a file. Throws 400 for content that is no base64. */
export const toFileChange = (action: CommitAction): FileChange => ({
  kind: action.action,
  path: action.file_path,
  previousPath: action.previous_path,
  content: contentOf(action),
  lastCommit: action.last_commit_id,
  executable: action.execute_filemode,
});

function contentOf({ action, content, encoding }: CommitAction): Uint8Array | undefined {
  const isWritten = action === "create" || action === "update" || action === "move";
  return content === undefined || !isWritten ? undefined : decodeContent(content, encoding);
}

async function rawFile(input: DecodedInput<typeof getRawFile>, context: Context): Promise<Response> {
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
    await commitFile(context, input, toFileChange({ action: "create", file_path, encoding, content }));
    return { file_path, branch: input.branch };
  }),
  implement(updateFile, async (input, context) => {
    const { file_path, encoding, content, last_commit_id } = input;
    await commitFile(
      context,
      input,
      toFileChange({ action: "update", file_path, encoding, content, last_commit_id }),
    );
    return { file_path, branch: input.branch };
  }),
  implement(deleteFile, async (input, context) => {
    await commitFile(context, input, {
      kind: "delete",
      path: input.file_path,
      lastCommit: input.last_commit_id,
    });
    return undefined;
  }),
];

interface WriteInput {
  readonly id: string | number;
  readonly branch: string;
  readonly start_branch?: string;
  readonly commit_message: string;
  readonly author_name?: string;
  readonly author_email?: string;
  readonly update_worktree?: boolean;
}

const commitFile = (context: Context, input: WriteInput, change: FileChange): Promise<string> =>
  commitOneFile(requirePush(context, input.id), {
    branch: input.branch,
    startBranch: input.start_branch,
    change,
    message: input.commit_message,
    authorName: input.author_name,
    authorEmail: input.author_email,
    updateWorktree: input.update_worktree ?? false,
  });
