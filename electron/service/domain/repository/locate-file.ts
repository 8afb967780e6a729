import { posix } from "node:path";
import { writeFileHeaders } from "../../../../shared/api/contract/file-headers.ts";
import { lastCommitOf } from "../../git/history/ancestry.ts";
import { hashBlob } from "../../git/objects/blobs.ts";
import { MissingObject } from "../../git/objects/missing-object.ts";
import { type GitTreeEntry, readEntry } from "../../git/objects/trees.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { Context } from "../../http/context.ts";
import { notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import { requireReadableProject } from "../access/require-project.ts";

/** A file of a commit. */
export interface LocatedFile {
  readonly project: Project;
  readonly repository: Repository;
  readonly commit: string;
  readonly entry: GitTreeEntry;
  readonly size: number;
}

interface FileInput {
  readonly id: string | number;
  readonly file_path: string;
  readonly ref: string;
}

/** Returns the file that a request names. Throws the 404 of whatever is missing first. */
export async function locateFile(context: Context, input: FileInput): Promise<LocatedFile> {
  const project = requireReadableProject(context, input.id);
  const repository = context.repository(project);
  const commit = await resolveCommit(repository, input.ref);
  if (!commit) throw notFound("Commit");
  const entry = await readEntry(repository, commit, input.file_path.replace(/^\/+/, ""));
  if (entry?.type !== "blob") throw notFound("File");
  const info = await repository.objects.check(entry.id);
  if (!info) throw new MissingObject(entry.id);
  return { project, repository, commit, entry, size: info.size };
}

/** Returns the description of a file without its content. */
export async function describeFile(context: Context, input: FileInput, located: LocatedFile) {
  const { repository, commit, entry, size } = located;
  const { signal } = context.request;
  const [hash, lastCommit] = await Promise.all([
    hashBlob(repository, entry.id, signal),
    lastCommitOf(repository, commit, entry.path, signal),
  ]);
  return {
    file_name: posix.basename(entry.path),
    file_path: entry.path,
    size,
    encoding: "base64",
    content_sha256: hash,
    ref: input.ref,
    blob_id: entry.id,
    commit_id: commit,
    last_commit_id: lastCommit,
    execute_filemode: entry.mode === "100755",
  };
}

/** Returns the response headers that describe a file. */
export async function fileHeaders(
  context: Context,
  input: FileInput,
  located: LocatedFile,
): Promise<Headers> {
  const file = await describeFile(context, input, located);
  const headers = new Headers();
  writeFileHeaders(headers, {
    blobId: file.blob_id,
    commitId: file.commit_id,
    lastCommitId: file.last_commit_id,
    contentSha256: file.content_sha256,
    encoding: file.encoding,
    fileName: file.file_name,
    filePath: file.file_path,
    ref: file.ref,
    size: file.size,
    executable: file.execute_filemode,
  });
  return headers;
}
