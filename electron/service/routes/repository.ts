import { posix } from "node:path";
import {
  compareRefs,
  getArchive,
  getBlob,
  getMergeBase,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../shared/api/resources/repository.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { diffBatches, diffTrees } from "../git/diff/diffs.ts";
import { mergeBase } from "../git/history/ancestry.ts";
import { log } from "../git/history/commits.ts";
import { countContributors } from "../git/history/contributors.ts";
import { requireWholeHistory } from "../git/history/history-scope.ts";
import { archive, archiveType, canArchive } from "../git/objects/archive.ts";
import { streamBlob } from "../git/objects/blobs.ts";
import { emptyTreeOf } from "../git/objects/empty-tree.ts";
import { type GitTreeEntry, listTree as listEntries } from "../git/objects/trees.ts";
import { resolveCommit } from "../git/refs/refs.ts";
import type { Repository } from "../git/repository.ts";
import type { Context } from "../http/context.ts";
import { httpError, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { keysetPage } from "../http/keyset.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { fromBeginning, rawResponse } from "../http/raw-response.ts";
import { Streamed } from "../http/stream-json.ts";
import { toCommit } from "../presenters/commit.ts";
import type { Project } from "../store/projects/projects.ts";
import { toSingleCommit } from "./commits.ts";

/** Listed commits of a comparison; above it `compare_timeout` is true. */
const maxCommits = 1000;
/** Listed files of a comparison. */
const maxFiles = 3000;

async function resolveOrDefault(context: Context, project: Project, ref: string | undefined) {
  const name = ref ?? project.defaultBranch;
  return name === null ? null : resolveCommit(context.repository(project), name);
}

async function requireBlob(context: Context, project: Project, sha: string) {
  const info = /^[0-9a-f]{4,64}$/.test(sha) ? await context.repository(project).objects.check(sha) : null;
  if (info?.type !== "blob") throw notFound("Blob");
  return info;
}

async function diffFromBase(
  repository: Repository,
  from: string,
  to: string,
  straight: boolean,
  signal: AbortSignal,
) {
  const base = straight ? from : await mergeBase(repository, [from, to], signal);
  if (base === null) requireWholeHistory(repository.folder);
  return diffTrees(repository, base ?? (await emptyTreeOf(repository.folder)), to, signal);
}

const toEntry = ({ id, type, path, mode }: GitTreeEntry) => ({
  id,
  name: posix.basename(path),
  type,
  path,
  mode,
});

export const repositoryRoutes = [
  implement(listTree, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const commit = await resolveOrDefault(context, project, input.ref);
    if (!commit) throw notFound("Tree");
    const repository = context.repository(project);
    const entries = await listEntries(
      repository,
      commit,
      input.path ?? "",
      input.recursive ?? false,
      context.request.signal,
    );
    if (!entries) throw notFound("Tree");
    return input.pagination === "keyset"
      ? keysetPage(context, entries, input.page_token, ({ path }) => path, toEntry)
      : mapPage(pageOf(context, entries), toEntry);
  }),
  implement(getBlob, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const info = await requireBlob(context, project, input.sha);
    const blob = await context.repository(project).objects.read(info.id, context.request.signal);
    return {
      size: info.size,
      encoding: "base64",
      content: blob?.content.toString("base64") ?? "",
      sha: info.id,
    };
  }),
  implement(getRawBlob, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const info = await requireBlob(context, project, input.sha);
    const open = fromBeginning((signal) => streamBlob(context.repository(project), info, signal));
    return rawResponse(context.request, new Headers(), info.id, info.size, open);
  }),
  implement(getArchive, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const repository = context.repository(project);
    const ref = input.sha ?? project.defaultBranch;
    const commit = await resolveOrDefault(context, project, input.sha);
    if (!commit || ref === null) throw notFound("File");
    const format = input.format ?? "tar.gz";
    if (!(await canArchive(format))) throw httpError(501, "501 Not Implemented: bzip2 is not installed here");
    const path = input.path?.replace(/^\/+|\/+$/g, "");
    if (path && (await repository.objects.check(`${commit}:${path}`))?.type !== "tree")
      throw notFound("File");
    const safe = (text: string) => text.replace(/[^\p{L}\p{N}._-]+/gu, "-");
    const name = [project.path, ref, commit, ...(path ? [path] : [])].map(safe).join("-");
    return new Response(archive(repository, commit, format, name, path, context.request.signal), {
      headers: {
        "content-type": archiveType(format),
        "content-disposition": `attachment; filename="${name.replace(/[^\x20-\x7e]/g, "_")}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}.${format}`,
        etag: `"${commit}-${format}"`,
      },
    });
  }),
  implement(compareRefs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const repository = context.repository(project);
    const [from, to] = await Promise.all([
      resolveCommit(repository, input.from),
      resolveCommit(repository, input.to),
    ]);
    if (!from || !to) throw httpError(404, "404 Ref Not Found");
    if (from === to) {
      return { commit: null, commits: [], diffs: [], compare_timeout: false, compare_same_ref: true };
    }
    const { signal } = context.request;
    const [commits, diff] = await Promise.all([
      log(repository, { from: to, without: from, limit: maxCommits + 1 }, signal),
      diffFromBase(repository, from, to, input.straight ?? false, signal),
    ]);
    const listed = commits.slice(0, maxCommits).map((commit) => toCommit(context, project, commit));
    const head = {
      commit: listed[0] ?? null,
      commits: listed.reverse(),
      compare_timeout: commits.length > maxCommits || diff.total > maxFiles,
      compare_same_ref: false,
      diffs: [],
    };
    return new Streamed(head, "diffs", diffBatches(diff, maxFiles));
  }),
  implement(listContributors, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const head = await resolveOrDefault(context, project, undefined);
    if (!head) return pageOf(context, []);
    const people = await countContributors(context.repository(project), head, context.request.signal);
    const key = input.order_by ?? "commits";
    const sign = input.sort === "desc" ? -1 : 1;
    const sorted = people.toSorted((a, b) =>
      key === "commits" ? sign * (a.commits - b.commits) : sign * a[key].localeCompare(b[key]),
    );
    return pageOf(context, sorted);
  }),
  implement(getMergeBase, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const repository = context.repository(project);
    const commits = await Promise.all(input.refs.map((ref) => resolveCommit(repository, ref)));
    const unknown = input.refs.find((_, index) => commits[index] === null);
    if (unknown !== undefined) throw httpError(400, `Could not find ref: ${unknown}`);
    const base = await mergeBase(
      repository,
      commits.filter((commit) => commit !== null),
      context.request.signal,
    );
    if (!base) requireWholeHistory(repository.folder);
    if (!base) throw notFound("Merge Base");
    return toSingleCommit(context, project, base, false);
  }),
];
