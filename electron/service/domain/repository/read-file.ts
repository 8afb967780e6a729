import { readRefName } from "../../../../shared/text/ref-name.ts";
import { lastCommitOf } from "../../git/ancestry.ts";
import { hashBlob, streamBlob } from "../../git/blobs.ts";
import { Cache } from "../../git/cache.ts";
import { type GitCommit, readCommits } from "../../git/commits.ts";
import { TooLarge } from "../../git/git-errors.ts";
import { acrossRepositories } from "../../git/git-folder.ts";
import { findLfsObject } from "../../git/lfs.ts";
import { type GitTreeEntry, readEntry } from "../../git/ls-tree.ts";
import { MissingObject } from "../../git/missing-object.ts";
import { readSettings } from "../../git/original-settings.ts";
import { resolveBlob, resolveCommit } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { type BlamedLineRange, blame } from "../../git/run-blame.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireReadableProject } from "../access/require-access.ts";
import { projectRepository } from "../originals/original-state.ts";
import { badParameter, invalid, notFound, tooLarge } from "../refusal.ts";
import type { StreamedContent } from "../streamed-content.ts";

/** Bytes of the largest blob in a base64 response. */
const maxJsonBytes = 100 * 1024 * 1024;

/** Throws `tooLarge` for a blob whose bytes are too many for JSON. */
export function requireJsonSize(size: number): void {
  if (size > maxJsonBytes) throw tooLarge("The file is too large; ask for its raw content");
}

/** A file of a commit. */
interface LocatedFile {
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

/** Returns the file that a request names. Throws the `notFound` of whatever is missing first. */
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

/** Returns the bytes of a file as a stream; with `lfs` those of the object that its pointer names. Throws `notFound`. */
export async function openContent(
  { project, repository, entry: { id }, size }: LocatedFile,
  { lfs }: { readonly lfs?: boolean },
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

/** Bytes of a file above which its lines are not blamed. */
const maxBlamedBytes = 10 * 1024 * 1024;

/** Lines of a file that the same commit changed last. */
export interface BlamedRange {
  readonly commit: GitCommit;
  readonly lines: readonly string[];
}

/** Returns which commit changed each line of a file last. `signal` ends git. Throws `badParameter` for a wrong range, `invalid` for a wrong file name, and `tooLarge`. */
export async function blameFile(
  { repository, commit, entry, size }: LocatedFile,
  range: BlamedLineRange | undefined,
  signal: AbortSignal,
): Promise<BlamedRange[]> {
  if (range && range.start > range.end) throw badParameter("range[start]", "is after range[end]");
  if (size > maxBlamedBytes) throw tooLarge("The file is too large to be blamed");
  if (entry.path.includes("\ufffd")) throw invalid("The bytes of the file's name are not UTF-8");
  const ranges = await blame(repository, commit, entry.path, range, signal);
  const ids = [...new Set(ranges.map((lines) => lines.commit))];
  const commits = await readCommits(repository, ids, { signal });
  const byId = new Map(commits.map((found) => [found.id, found]));
  return ranges.flatMap(({ commit: id, lines }) => {
    const found = byId.get(id);
    return found ? [{ commit: found, lines }] : [];
  });
}

async function requireBlob(store: ServiceStore, project: Project, rev: string) {
  const repository = projectRepository(store, project);
  const { objects } = repository;
  // A tag may be of a blob.
  const sha = readRefName(rev).kind === "tag" ? ((await resolveBlob(repository, rev)) ?? rev) : rev;
  const info = /^[0-9a-f]{4,64}$/.test(sha) ? await objects.check(sha) : null;
  const original = info ? undefined : findOriginal(store, project.id);
  // Trees name files that a partial clone does not have.
  if (original && /^[0-9a-f]{40,64}$/.test(sha) && (await readSettings(store.git, original)).partial)
    throw new MissingObject(sha);
  if (info?.type !== "blob") throw notFound("Blob");
  return info;
}

/** Returns the bytes of a blob as a stream. Throws `notFound`, and MissingObject where a partial clone may lack it. */
export async function openBlob(store: ServiceStore, project: Project, sha: string): Promise<StreamedContent> {
  const info = await requireBlob(store, project, sha);
  const repository = projectRepository(store, project);
  return { etag: info.id, size: info.size, open: (signal) => streamBlob(repository, info, signal) };
}

/** Bytes of a file beyond which its lines are not counted: no view shows them. */
const maxCountedBytes = 100 * 1024 * 1024;

/** Lines of blobs, which never change. */
const counted = acrossRepositories(() => new Cache<number>(5_000));

/** Returns the number of lines of a file at a commit; 0 where there is no such file. Throws {@link TooLarge}. */
export async function countLines(repository: Repository, sha: string, path: string): Promise<number> {
  if (path.includes("\0") || !/^[0-9a-f]{40,64}$/.test(sha)) return 0;
  const blob = await repository.objects.check(`${sha}:${path}`);
  if (blob?.type !== "blob") return 0;
  const known = counted(repository).get(blob.id);
  if (known !== undefined) return known;
  if (blob.size > maxCountedBytes) throw new TooLarge(path, maxCountedBytes);
  let lines = 0;
  let last = 10;
  for await (const chunk of streamBlob(repository, blob, new AbortController().signal)) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    last = chunk.at(-1) ?? last;
  }
  const count = last === 10 ? lines : lines + 1;
  counted(repository).set(blob.id, count);
  return count;
}
