import { type Discussion, listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getMergeRequestApprovals } from "../../../shared/api/resources/merge-request-approvals.ts";
import type {
  MergeRequestDetail,
  MergeRequestVersion,
} from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestVersions,
} from "../../../shared/api/resources/merge-requests.ts";
import { type DiffFile, diffFileOf, inTreeOrder } from "../../../shared/diff/diff-file.ts";
import { fetchOperation, requestOperation } from "../../api/fetch-operation.ts";
import type { EvidenceDocument } from "../../workers/export/evidence/evidence-types.ts";
import type { ExportSubject, ExportThread } from "../../workers/export/export-types.ts";
import { completeDiff } from "../export/complete-diff.ts";
import { exportNote, withContentUrls } from "../export/export-parts.ts";
import { readDiffList } from "../streamed-diffs/read-diff-list.ts";
import { approvalsDocument, mergeRequestDocument, threadsDocument, versionsDocument } from "./documents.ts";
import type { EvidenceTarget } from "./read-jobs.ts";

/** The review of a merge request but for its pipelines. */
interface ReadReview {
  readonly subject: ExportSubject;
  readonly documents: readonly EvidenceDocument[];
  readonly missing: readonly string[];
}

/** Reads a merge request, its last version, its threads and approvals. Throws ProblemError where one of the first three fails. */
export async function readReview(
  account: string,
  { project, iid }: EvidenceTarget,
  signal: AbortSignal,
): Promise<ReadReview> {
  const one = { id: project, merge_request_iid: iid };
  const all = { ...one, per_page: 100 };
  const missing: string[] = [];
  /** Returns what a service may lack; without it the evidence says so. */
  const lacking = async <T>(what: string, read: Promise<T>): Promise<T | null> => {
    try {
      return await read;
    } catch (error) {
      signal.throwIfAborted();
      missing.push(`${what} could not be read: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const mergeRequest = await fetchOperation(account, getMergeRequest, one, signal);
  const [threads, approvals, commits] = await Promise.all([
    requestOperation(account, listDiscussions, all, { signal, pages: "all" }).then(({ data }) => data),
    lacking("approvals", fetchOperation(account, getMergeRequestApprovals, one, signal)),
    lacking(
      "commits",
      requestOperation(account, listMergeRequestCommits, all, { signal, pages: "all" }).then(
        ({ data }) => data,
      ),
    ),
  ]);
  const list = await lacking(
    "versions",
    requestOperation(account, listMergeRequestVersions, all, { signal, pages: "all" }).then(
      ({ data }) => data,
    ),
  );
  const versions = list?.length ? list : newestVersion(mergeRequest);
  const version = versions[0];
  const read = version
    ? await readFiles(account, project, iid, version, list?.length ? version.id : null, signal)
    : [];
  const range = { base: version?.base_commit_sha ?? "", head: version?.head_commit_sha ?? "" };
  const files: DiffFile[] = [];
  for (const file of read) files.push(await completeDiff({ account, project, ...range }, file, signal));
  const subject: ExportSubject = {
    kind: "Merge request",
    title: mergeRequest.title,
    reference: `!${iid}`,
    project,
    url: mergeRequest.web_url || null,
    description: mergeRequest.description ?? "",
    details: [
      ["Author", mergeRequest.author?.name ?? "Someone"],
      ["Branches", `${mergeRequest.source_branch} → ${mergeRequest.target_branch}`],
      ["State", mergeRequest.state],
      ["Head", range.head],
    ],
    mail: null,
    patchable: true,
    commit: range.head,
    files: files.map((file) => withContentUrls({ account, project, ...range }, file)),
    threads: placeThreads(threads, files, range),
    review: { project, mergeRequest, versions, threads, ...range },
  };
  return {
    subject,
    documents: [
      mergeRequestDocument(project, mergeRequest),
      versionsDocument(versions, commits ?? []),
      approvalsDocument(approvals, threads),
      threadsDocument(threads),
    ],
    missing,
  };
}

/** Returns the one version of a service that shows none. */
function newestVersion(mergeRequest: MergeRequestDetail): readonly MergeRequestVersion[] {
  const { base_sha: base, head_sha: head, start_sha: start } = mergeRequest.diff_refs ?? {};
  if (!base || !head) return [];
  return [
    {
      id: 0,
      head_commit_sha: head,
      base_commit_sha: base,
      start_commit_sha: start ?? base,
      created_at: mergeRequest.created_at ?? "",
      merge_request_id: mergeRequest.id,
      state: "collected",
    },
  ];
}

/** Returns the files of a version, or of the newest one where the service shows no versions. */
async function readFiles(
  account: string,
  project: string,
  iid: number,
  version: MergeRequestVersion,
  id: number | null,
  signal: AbortSignal,
): Promise<readonly DiffFile[]> {
  const one = { id: project, merge_request_iid: iid };
  const content = version.head_commit_sha;
  if (id === null) {
    const diffs = await requestOperation(account, listMergeRequestDiffs, one, { signal, pages: "all" });
    return inTreeOrder(diffs.data.map((entry) => diffFileOf(entry, content)));
  }
  const files: DiffFile[] = [];
  const onFiles = (arrived: readonly DiffFile[]) => files.push(...arrived);
  await readDiffList(
    account,
    getMergeRequestVersion,
    { ...one, version_id: id },
    { content, signal, onFiles },
  );
  return inTreeOrder(files);
}

/** Returns the threads of people, at their lines where they were written on this version, else at their file or in general. */
function placeThreads(
  threads: readonly Discussion[],
  files: readonly DiffFile[],
  { base, head }: { readonly base: string; readonly head: string },
): ExportThread[] {
  return threads.flatMap((thread): ExportThread[] => {
    const notes = thread.notes.filter(({ system }) => !system);
    const [first] = notes;
    if (!first) return [];
    const { position } = first;
    const index = files.findIndex(
      ({ new_path, old_path }) => new_path === position?.new_path || old_path === position?.old_path,
    );
    const isCurrent = position != null && position.head_sha === head && position.base_sha === base;
    const line = isCurrent ? (position.new_line ?? position.old_line ?? 0) : 0;
    return [
      {
        at:
          position && index >= 0
            ? { file: index, side: position.new_line == null ? "old" : "new", line }
            : null,
        notes: notes.map(exportNote),
        resolved:
          notes.some(({ resolvable }) => resolvable) &&
          notes.every((note) => !note.resolvable || note.resolved === true),
        outdated: position != null && !isCurrent,
      },
    ];
  });
}
