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
import { describeFile, fileHeaders, type LocatedFile, locateFile } from "../domain/repository/locate-file.ts";
import { streamBlob } from "../git/objects/blobs.ts";
import { findLfsObject } from "../git/objects/lfs.ts";
import type { Context } from "../http/context.ts";
import { httpError, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { fromBeginning, rawResponse } from "../http/raw-response.ts";

/** Returns the source of raw bytes: the blob, or with `lfs` the object of its pointer. Throws 404. */
async function sourceOf(input: { readonly lfs?: boolean | undefined }, located: LocatedFile) {
  const { project, repository, entry, size } = located;
  const blob = {
    etag: entry.id,
    size,
    open: (signal: AbortSignal) => streamBlob(repository, { id: entry.id, size }, signal),
  };
  if (!input.lfs) return blob;
  const folders = [repository.folder, ...(project.origin ? [project.origin] : [])];
  const found = await findLfsObject(repository, { id: entry.id, size }, folders);
  if (found === "missing") throw notFound("LFS Object");
  return found === "plain" ? blob : { etag: found.oid, size: found.size, open: found.open };
}

async function rawFile(input: z.output<(typeof getRawFile)["input"]>, context: Context): Promise<Response> {
  const located = await locateFile(context, input);
  const source = await sourceOf(input, located);
  const headers = await fileHeaders(context, input, located);
  return rawResponse(context.request, headers, source.etag, source.size, fromBeginning(source.open));
}

/** Bytes of the largest blob in a base64 response. */
const maxJsonBytes = 100 * 1024 * 1024;

export const fileRoutes = [
  implement(getFile, async (input, context) => {
    const located = await locateFile(context, input);
    if (located.size > maxJsonBytes) throw httpError(413, "The file is too large; ask for its raw content");
    const [content, file] = await Promise.all([
      located.repository.objects.read(located.entry.id, context.request.signal),
      describeFile(context, input, located),
    ]);
    return { ...file, content: content?.content.toString("base64") ?? "" };
  }),
  implement(headFile, async (input, context) => {
    const located = await locateFile(context, input);
    return new Response(null, { headers: await fileHeaders(context, input, located) });
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
