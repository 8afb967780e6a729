import { z } from "zod";
import { listDiscussions, listIssueDiscussions } from "../../../shared/api/resources/discussions.ts";
import { listProjectIssues } from "../../../shared/api/resources/issues.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  listMergeRequestVersions,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import type { Note } from "../../../shared/api/resources/notes.ts";
import type { Project } from "../../../shared/api/resources/projects.ts";
import type { PublishRun } from "./publish-run.ts";
import {
  type IssueItem,
  type MergeRequestItem,
  type NoteItem,
  numberKey,
  type ThreadItem,
  toPerson,
  toPositionItem,
} from "./source-items.ts";

const knownTypes = ["issue", "incident", "test_case", "task"] as const;
const numberedItem = z.object({ iid: z.int() });
const versionHashes = z.object({ head: z.string(), start: z.string() });

const namesOf = (users: readonly { readonly username: string }[]) => users.map(({ username }) => username);

export async function readIssues(run: PublishRun): Promise<void> {
  const { source, store, id, sourceProject } = run;
  await run.optional("Issues", async () => {
    const list = source.entries(listProjectIssues, {
      id: sourceProject,
      order_by: "created_at",
      sort: "asc",
      scope: "all",
    });
    for await (const issue of list) {
      run.report(`Reading issue #${issue.iid}`);
      for (const user of issue.assignees) run.meet(toPerson(user));
      const type = issue.issue_type;
      const item: IssueItem = {
        iid: issue.iid,
        title: issue.title,
        description: issue.description ?? "",
        author: toPerson(issue.author),
        createdAt: issue.created_at ?? "",
        labels: issue.labels,
        milestone: issue.milestone?.title ?? null,
        assignees: namesOf(issue.assignees),
        isClosed: issue.state === "closed",
        confidential: issue.confidential,
        dueDate: issue.due_date ?? "",
        weight: issue.weight ?? null,
        type: knownTypes.find((known) => known === type) ?? "issue",
      };
      store.putItem(id, "issue", numberKey(issue.iid), item);
      if ((issue.time_stats?.total_time_spent ?? 0) + (issue.time_stats?.time_estimate ?? 0) > 0)
        run.lose("Time tracking", "The times of single people cannot be sent.", `#${issue.iid}`);
      if (issue.upvotes + issue.downvotes > 0) loseReactions(run, `#${issue.iid}`);
    }
  });
  for (const { value } of store.items(id, "issue", numberedItem)) {
    await run.optional("Comments on issues", async () => {
      const input = { id: sourceProject, issue_iid: value.iid };
      for await (const { id: threadId, notes, individual_note } of source.entries(
        listIssueDiscussions,
        input,
      ))
        putThread(run, "issue-thread", value.iid, threadId, individual_note, notes, `#${value.iid}`);
    });
  }
}

const loseReactions = (run: PublishRun, example: string) =>
  run.lose("Reactions", "They would all be of this account.", example);

/** A note as lists of threads have it. */
type ThreadNote = Note & {
  readonly position?: Parameters<typeof toPositionItem>[0] | null | undefined;
  readonly resolved?: boolean | null | undefined;
};

function putThread(
  run: PublishRun,
  kind: "issue-thread" | "thread",
  iid: number,
  threadId: string,
  isSingle: boolean,
  all: readonly ThreadNote[],
  example: string,
): void {
  const written = all.filter(({ system, body }) => !system && body !== "");
  const isInternal = (note: Note) => note.internal === true || note.confidential === true;
  if (written.some(isInternal))
    run.lose("Internal comments", "Everybody who sees the new project could read them.", example);
  const notes = written.filter((note) => !isInternal(note)).map((note) => toNote(run, note));
  const [first] = written;
  if (!first || notes.length === 0) return;
  const item: ThreadItem = {
    isSingle: isSingle && notes.length === 1,
    position: first.position ? toPositionItem(first.position) : null,
    isResolved:
      written.some(({ resolvable }) => resolvable) &&
      written.every((note) => !note.resolvable || note.resolved === true),
    notes,
  };
  run.store.putItem(run.id, kind, `${numberKey(iid)}:${threadId}`, item);
}

export function toNote(run: PublishRun, note: Note): NoteItem {
  const author = toPerson(note.author);
  if (note.body.includes("/uploads/"))
    run.lose("Files in texts", "Uploaded files stay at the source; the texts still name them.", "");
  return { id: note.id, body: note.body, author, createdAt: note.created_at ?? "" };
}

export async function readMergeRequests(run: PublishRun, project: Project): Promise<void> {
  const { source, store, id, sourceProject } = run;
  await run.optional("Merge requests", async () => {
    const list = source.entries(listProjectMergeRequests, {
      id: sourceProject,
      state: "all",
      order_by: "created_at",
      sort: "asc",
      scope: "all",
    });
    for await (const mergeRequest of list) {
      run.report(`Reading merge request !${mergeRequest.iid}`);
      putMergeRequest(run, project, mergeRequest);
    }
  });
  for (const { value } of store.items(id, "merge-request", numberedItem)) {
    const { iid } = value;
    run.report(`Reading versions and comments of !${iid}`);
    const input = { id: sourceProject, merge_request_iid: iid };
    await run.optional("Versions of merge requests", async () => {
      const versions = [];
      for await (const version of source.entries(listMergeRequestVersions, input)) versions.push(version);
      versions
        .toSorted((a, b) => a.id - b.id)
        .forEach((version, index) => {
          const {
            head_commit_sha: head,
            base_commit_sha: base,
            start_commit_sha: start,
            created_at,
          } = version;
          const item = { head, base, start, createdAt: created_at };
          store.putItem(id, "version", `${numberKey(iid)}:${numberKey(index)}`, item);
        });
    });
    await run.optional("Comments on merge requests", async () => {
      for await (const { id: threadId, notes, individual_note } of source.entries(listDiscussions, input))
        putThread(run, "thread", iid, threadId, individual_note, notes, `!${iid}`);
    });
  }
  run.lose("Approvals", "They would all be of this account.");
  run.lose("Pipelines, jobs and their logs", "No service lets them be sent; they run again there.");
}

function putMergeRequest(run: PublishRun, project: Project, mergeRequest: MergeRequest): void {
  const { iid, state, merge_commit_sha, squash_commit_sha, time_stats } = mergeRequest;
  const reviewers = mergeRequest.reviewers ?? [];
  for (const user of [...mergeRequest.assignees, ...reviewers]) run.meet(toPerson(user));
  const isFromFork =
    mergeRequest.source_project_id !== undefined && mergeRequest.source_project_id !== project.id;
  if (isFromFork)
    run.lose("Forks of merge requests", "Their branches are in the new project itself.", `!${iid}`);
  if ((time_stats?.total_time_spent ?? 0) + (time_stats?.time_estimate ?? 0) > 0)
    run.lose("Time tracking", "The times of single people cannot be sent.", `!${iid}`);
  if (mergeRequest.upvotes + mergeRequest.downvotes > 0) loseReactions(run, `!${iid}`);
  const isMerged = state === "merged";
  const item: MergeRequestItem = {
    iid,
    title: mergeRequest.title,
    description: mergeRequest.description ?? "",
    author: toPerson(mergeRequest.author),
    createdAt: mergeRequest.created_at ?? "",
    labels: mergeRequest.labels,
    milestone: mergeRequest.milestone?.title ?? null,
    assignees: namesOf(mergeRequest.assignees),
    reviewers: namesOf(reviewers),
    state,
    isDraft: mergeRequest.draft ?? mergeRequest.work_in_progress,
    // A fork's branch may have the name of another one here.
    sourceBranch: isFromFork ? `moved-${iid}/${mergeRequest.source_branch}` : mergeRequest.source_branch,
    targetBranch: mergeRequest.target_branch,
    isFromFork,
    endedAt: (isMerged ? mergeRequest.merged_at : mergeRequest.closed_at) ?? null,
    endedBy: toPerson(isMerged ? mergeRequest.merged_by : mergeRequest.closed_by),
    mergeCommit: (isMerged ? (merge_commit_sha ?? squash_commit_sha) : null) ?? null,
  };
  run.store.putItem(run.id, "merge-request", numberKey(iid), item);
}

/** Fetches the heads of all versions, of which branches may be gone, and what they were compared with. */
export async function fetchVersions(run: PublishRun): Promise<void> {
  run.report("Reading the commits of all versions");
  const hashes = new Set<string>();
  for (const { value } of run.store.items(run.id, "version", versionHashes))
    for (const hash of [value.head, value.start]) if (/^[0-9a-f]{40,64}$/.test(hash)) hashes.add(hash);
  const missing: string[] = [];
  for (const hash of hashes) if (!(await run.code.has(hash))) missing.push(hash);
  for (const hash of await run.code.fetchCommits(run.sourceCode, missing))
    run.lose(
      "Commits of versions",
      "The source no longer has them, so the version cannot be made.",
      hash.slice(0, 8),
    );
}
