import { z } from "zod";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { listJobs, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  getMergeRequest,
  listMergeRequests,
  listMergeRequestVersions,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { searchProjectBlobs } from "../../../shared/api/resources/search.ts";
import { pathOf, reasonWithoutLines } from "../../../shared/diff/diff-file.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { logText } from "./log-text.ts";
import { type MergeRequestPlace, readChanges, readReview } from "./read-review.ts";
import {
  accountInput,
  asData,
  asJsonData,
  defineTool,
  mergeRequestInput,
  openAccount,
  projectInput,
  type Tool,
  type ToolContext,
} from "./tool.ts";

/** Rows of a list at most, files of a change at most, and bytes of a file that are read for some of its lines. */
const [maxRows, maxFiles, maxFileBytes] = [50, 1000, 2_000_000];
const ref = z.string().min(1).max(1000).describe("branch, tag or commit");

/** A path in a repository: no part of it leads out. */
const repositoryPath = z
  .string()
  .min(1)
  .max(4000)
  .refine(
    (path) => !path.includes("\0") && path.split("/").every((part) => !["", ".", ".."].includes(part)),
    "a path in the repository, without a slash at its start and without . and ..",
  );

/** The tools that read. */
export const readTools: readonly Tool[] = [
  defineTool({
    name: "list_accounts",
    title: "List accounts",
    description:
      "Accounts of Helve that are open to tools: name, service, user and which writes may be asked for.",
    input: z.strictObject({}),
    async run({ accounts, access }) {
      const open = accounts().filter(({ id }) => access.of(id).reads);
      const rows = open.map(({ id, name, url, kind, check }) => ({
        account: name,
        service: kind === "local" ? "local service of Helve" : url,
        user: check?.user.username ?? null,
        writes: access.of(id).writes,
      }));
      return JSON.stringify(rows, null, 1);
    },
  }),
  defineTool({
    name: "list_merge_requests",
    title: "List merge requests",
    description:
      "Merge requests of a project, or those that are assigned to the user where no project is named.",
    input: accountInput.extend({
      project: projectInput.shape.project.optional(),
      state: z.enum(["opened", "closed", "merged", "all"]).default("opened"),
      search: z.string().min(1).max(1000).optional().describe("text in title or description"),
      limit: z.int().min(1).max(maxRows).default(20),
    }),
    async run(context, { account: named, project, state, search, limit }) {
      const account = openAccount(context, named);
      context.about(account.id, project ?? "assigned to the user");
      const { calls, signal } = context;
      const query = {
        state,
        per_page: limit,
        order_by: "updated_at",
        ...(search ? { search } : {}),
      } as const;
      const found =
        project === undefined
          ? await calls.json(account.id, listMergeRequests, { ...query, scope: "assigned_to_me" }, { signal })
          : await calls.json(account.id, listProjectMergeRequests, { ...query, id: project }, { signal });
      return asJsonData("Merge requests, last changed first", found.slice(0, limit).map(summaryOf));
    },
  }),
  defineTool({
    name: "read_merge_request",
    title: "Read a merge request",
    description: "Title, description, people, branches, state and pipeline of one merge request.",
    input: mergeRequestInput,
    async run(context, input) {
      const { account, project, iid } = placeIn(context, input);
      const { calls, signal } = context;
      const where = { id: project, merge_request_iid: iid };
      const found = await calls.json(account, getMergeRequest, where, { signal });
      const { description, head_pipeline: pipeline, has_conflicts, detailed_merge_status } = found;
      return asJsonData(`Merge request !${iid} of ${project}`, {
        ...summaryOf(found),
        has_conflicts,
        detailed_merge_status,
        pipeline: pipeline && { id: pipeline.id, status: pipeline.status },
        description,
      });
    },
  }),
  defineTool({
    name: "read_threads",
    title: "Read the comments of a merge request",
    description:
      "Threads with path, lines, diff, version, whether they are resolved, and suggestions. Ids are for replies.",
    input: mergeRequestInput.extend({
      open_only: z.boolean().default(false).describe("only threads that are not resolved"),
    }),
    async run(context, input) {
      const place = placeIn(context, input);
      const review = await readReview(context.calls, place, context.signal);
      const threads = review.threads.filter(({ resolved }) => !input.open_only || resolved === false);
      return asJsonData(`Threads of !${place.iid} of ${place.project}`, { ...review, threads });
    },
  }),
  defineTool({
    name: "list_changes",
    title: "List changed files",
    description: "Files that the newest version of a merge request changes. read_diff has the lines of one.",
    input: mergeRequestInput,
    async run(context, input) {
      const { files } = await newestChanges(context, placeIn(context, input));
      const rows = files.slice(0, maxFiles).map((file) => ({
        path: pathOf(file),
        change: file.new_file
          ? "added"
          : file.deleted_file
            ? "deleted"
            : file.renamed_file
              ? "renamed"
              : "changed",
        ...(file.renamed_file ? { old_path: file.old_path } : {}),
      }));
      const more = files.length > rows.length ? `Only ${rows.length} of ${files.length} files.` : "";
      return asJsonData(`Files of !${input.iid} of ${input.project}`, rows, more);
    },
  }),
  defineTool({
    name: "read_diff",
    title: "Read the diff of a file",
    description: "Unified diff of one file of the newest version of a merge request.",
    input: mergeRequestInput.extend({ path: repositoryPath }),
    async run(context, input) {
      const { files, base, head } = await newestChanges(context, placeIn(context, input));
      const file = files.find(({ new_path, old_path }) => [new_path, old_path].includes(input.path));
      if (!file)
        throw new ProblemError({ code: "not_found", message: "This file is not among the changes." });
      const text = file.diff || reasonWithoutLines(file);
      return asData(`Diff of ${input.path} from ${base} to ${head}`, text);
    },
  }),
  defineTool({
    name: "list_jobs",
    title: "List jobs",
    description:
      "Jobs of a pipeline, of a merge request's last pipeline, or the last ones of a project, with their ids.",
    input: projectInput.extend({
      pipeline: z.int().positive().optional(),
      iid: mergeRequestInput.shape.iid.optional(),
    }),
    async run(context, { account: named, project, pipeline, iid }) {
      const account = openAccount(context, named);
      context.about(account.id, `${project}${iid === undefined ? "" : ` !${iid}`}`);
      const { calls, signal } = context;
      const ofMergeRequest =
        iid === undefined
          ? undefined
          : await calls.json(
              account.id,
              getMergeRequest,
              { id: project, merge_request_iid: iid },
              { signal },
            );
      const id = pipeline ?? ofMergeRequest?.head_pipeline?.id;
      if (ofMergeRequest && id === undefined)
        throw new ProblemError({ code: "not_found", message: `!${iid} has no pipeline.` });
      const page = { id: project, per_page: maxRows };
      const jobs =
        id === undefined
          ? await calls.json(account.id, listJobs, page, { signal })
          : await calls.json(account.id, listPipelineJobs, { ...page, pipeline_id: id }, { signal });
      const rows = jobs.map(({ id: job, name, stage, status, ref: branch }) => ({
        ...{ job, name, stage, status },
        ref: branch,
      }));
      return asJsonData(`Jobs of ${project}`, rows);
    },
  }),
  defineTool({
    name: "read_job_log",
    title: "Read a job's log",
    description: "The last lines of a job's log, or the last of those that a regular expression matches.",
    input: projectInput.extend({
      job: z.int().positive(),
      tail: z.int().min(1).max(2000).default(200).describe("lines at most"),
      grep: z.string().min(1).max(1000).optional().describe("regular expression in the syntax of RE2"),
    }),
    async run(context, { account: named, project, job, tail, grep }) {
      const account = openAccount(context, named);
      context.about(account.id, `${project} job ${job}`);
      const place = { account: account.id, project, job };
      let text = "";
      for await (const part of logText(context.traces, place, { tail, grep }, context.signal)) text += part;
      // The end of a log is what matters.
      const shown = text.slice(-maxLogLength);
      const more = shown.length < text.length ? "The beginning of these lines was left out." : "";
      return asData(`Log of job ${job} of ${project}`, shown, more);
    },
  }),
  defineTool({
    name: "read_file",
    title: "Read a file",
    description: "Lines of a file of a repository at a branch, tag or commit.",
    input: projectInput.extend({
      path: repositoryPath,
      ref,
      from_line: z.int().min(1).default(1),
      to_line: z.int().min(1).optional(),
    }),
    async run(context, { account: named, project, path, ref: at, from_line, to_line }) {
      const account = openAccount(context, named);
      context.about(account.id, `${project} ${path}`);
      const input = { id: project, file_path: path, ref: at };
      const { calls, signal } = context;
      const { bytes, isCut } = await calls.bytes(account.id, getRawFile, input, maxFileBytes, { signal });
      if (bytes.includes(0)) throw new ProblemError({ code: "refused", message: "This file is not text." });
      const lines = new TextDecoder().decode(bytes).split("\n");
      const shown = lines.slice(from_line - 1, to_line).join("\n");
      const more = isCut ? `Only the first ${maxFileBytes} bytes of the file were read.` : "";
      return asData(`${path} of ${project} at ${at}, from line ${from_line} of ${lines.length}`, shown, more);
    },
  }),
  defineTool({
    name: "search_files",
    title: "Search in files",
    description: "Lines of a repository's files that contain a text.",
    input: projectInput.extend({ search: z.string().min(1).max(1000), ref: ref.optional() }),
    async run(context, { account: named, project, search, ref: at }) {
      const account = openAccount(context, named);
      context.about(account.id, project);
      const query = { scope: "blobs", search, per_page: maxRows, ...(at ? { ref: at } : {}) } as const;
      const { calls, signal } = context;
      const found = await calls.json(account.id, searchProjectBlobs, { id: project, ...query }, { signal });
      const rows = found.map(({ path, startline, data }) => ({ path, line: startline, text: data }));
      return asJsonData(`Matches in ${project}`, rows);
    },
  }),
];

/** Characters of a log that are shown, below what a result may have. */
const maxLogLength = 50_000;

function summaryOf(mergeRequest: MergeRequest) {
  const { iid, title, state, draft, author, source_branch, target_branch, sha, labels } = mergeRequest;
  return {
    project: mergeRequest.references?.full?.split("!")[0],
    ...{ iid, title, state, draft, source_branch, target_branch, head: sha, labels },
    author: author?.username ?? null,
    reviewers: (mergeRequest.reviewers ?? []).map(({ username }) => username),
    updated_at: mergeRequest.updated_at,
    url: mergeRequest.web_url,
  };
}

/** Returns the merge request of a call's arguments, and says that the call is about it. */
export function placeIn(context: ToolContext, input: z.output<typeof mergeRequestInput>): MergeRequestPlace {
  const account = openAccount(context, input.account);
  const { project, iid } = input;
  context.about(account.id, `${project} !${iid}`);
  return { account: account.id, project, iid };
}

async function newestChanges({ calls, signal }: ToolContext, place: MergeRequestPlace) {
  const input = { id: place.project, merge_request_iid: place.iid };
  const [newest] = await calls.json(place.account, listMergeRequestVersions, input, { signal });
  if (!newest)
    throw new ProblemError({ code: "not_found", message: "This merge request has no changes yet." });
  return readChanges(calls, place, newest, signal);
}
