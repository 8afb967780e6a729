import { lastCommitOf } from "../../git/history/ancestry.ts";
import { hashBlob, streamBlob } from "../../git/objects/blobs.ts";
import { findLfsObject } from "../../git/objects/lfs.ts";
import { MissingObject } from "../../git/objects/missing-object.ts";
import { type GitTreeEntry, readEntry } from "../../git/objects/trees.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import type { StreamedContent } from "../../http/raw-response.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireReadableProject } from "../access/require-project.ts";
import { projectRepository } from "../originals/project-repository.ts";

/** Bytes of the largest blob in a base64 response. */
const maxJsonBytes = 100 * 1024 * 1024;

/** Throws 413 for a blob whose bytes are too many for JSON. */
export function requireJsonSize(size: number): void {
  if (size > maxJsonBytes) throw httpError(413, "The file is too large; ask for its raw content");
}

/** A file of a commit. */
export interface LocatedFile {
  readonly project: Project;
  readonly repository: Repository;
  /** The ref as the caller named it. */
  readonly ref: string;
  readonly commit: string;
  readonly entry: GitTreeEntry;
  readonly size: number;
}

/** A file with what is read for its description. */
export interface FileDetails {
  readonly file: LocatedFile;
  readonly contentSha256: string;
  /** Hash of the last commit that changed it. */
  readonly lastCommit: string;
}

/** Returns the file that a request names. Throws the 404 of whatever is missing first. */
export async function locateFile(
  caller: Caller,
  input: { readonly id: string | number; readonly file_path: string; readonly ref: string },
): Promise<LocatedFile> {
  const project = requireReadableProject(caller, input.id);
  const repository = projectRepository(caller.store, project);
  const commit = await resolveCommit(repository, input.ref);
  if (!commit) throw notFound("Commit");
  const entry = await readEntry(repository, commit, input.file_path.replace(/^\/+/, ""));
  if (entry?.type !== "blob") throw notFound("File");
  const info = await repository.objects.check(entry.id);
  if (!info) throw new MissingObject(entry.id);
  return { project, repository, ref: input.ref, commit, entry, size: info.size };
}

/** Returns a file with its digest and last commit. `signal` ends git. */
export async function describeFile(file: LocatedFile, signal: AbortSignal): Promise<FileDetails> {
  const { repository, commit, entry } = file;
  const [contentSha256, lastCommit] = await Promise.all([
    hashBlob(repository, entry.id, signal),
    lastCommitOf(repository, commit, entry.path, signal),
  ]);
  return { file, contentSha256, lastCommit };
}

/** Returns the bytes of a file as a stream; with `lfs` those of the object that its pointer names. Throws 404. */
export async function openContent(
  { project, repository, entry: { id }, size }: LocatedFile,
  { lfs }: { readonly lfs?: boolean | undefined },
): Promise<StreamedContent> {
  const blob: StreamedContent = {
    etag: id,
    size,
    open: (signal) => streamBlob(repository, { id, size }, signal),
  };
  if (!lfs) return blob;
  const folders = [repository.folder, ...(project.origin ? [project.origin] : [])];
  const found = await findLfsObject(repository, { id, size }, folders);
  if (found === "missing") throw notFound("LFS Object");
  return found === "plain" ? blob : { etag: found.oid, size: found.size, open: found.open };
}
