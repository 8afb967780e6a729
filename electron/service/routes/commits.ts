import {
  createCommit,
  getCommit,
  getCommitDiff,
  listCommitRefs,
  listCommits,
} from "../../../shared/api/resources/commits.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-project.ts";
import { commitToBranch } from "../domain/branches/commit-to-branch.ts";
import { commitState } from "../domain/ci/commit-status.ts";
import { diffTrees } from "../git/diff/diffs.ts";
import { refsContaining } from "../git/history/ancestry.ts";
import { readStats } from "../git/history/commit-stats.ts";
import { cachedCount, log, readCommit } from "../git/history/commits.ts";
import { emptyTreeOf } from "../git/objects/empty-tree.ts";
import { resolveCommit } from "../git/refs/refs.ts";
import type { Context } from "../http/context.ts";
import { badParameter, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toCommit, toStats } from "../presenters/commit.ts";
import { toPipelineSummary } from "../presenters/pipeline.ts";
import type { Project } from "../store/projects/projects.ts";

/** Returns the commit that a hash, branch or tag names. Throws 404. */
export async function requireCommit(context: Context, project: Project, rev: string): Promise<string> {
  const found = await resolveCommit(context.repository(project), rev);
  if (!found) throw notFound("Commit");
  return found;
}

/** Returns a commit as the API represents it. */
export async function toSingleCommit(context: Context, project: Project, id: string, stats: boolean) {
  const repository = context.repository(project);
  const commit = toCommit(context, project, await readCommit(repository, id));
  const counted = stats ? (await readStats(repository, [id], context.request.signal)).get(id) : undefined;
  return {
    ...commit,
    ...(counted ? { stats: toStats(counted) } : {}),
    ...toState(context, project, id),
    project_id: project.id,
  };
}

/** The state of a commit as the interface writes it. */
export function toState(context: Context, project: Project, id: string) {
  const { pipeline, status } = commitState(context.store, project, id);
  return { status, last_pipeline: pipeline && toPipelineSummary(context, project, pipeline) };
}

export const commitRoutes = [
  implement(listCommits, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const repository = context.repository(project);
    if (project.defaultBranch === null && input.ref_name === undefined) return new Paged([], { total: 0 });
    const from = input.all
      ? "all"
      : await resolveCommit(repository, input.ref_name ?? project.defaultBranch ?? "HEAD");
    if (from === null) throw notFound("Commit");
    if (input.path?.includes("\0") || input.path?.split("/").includes(".."))
      throw badParameter("path is invalid");
    if (input.author?.includes("\0")) throw badParameter("author is invalid");
    const { number, perPage } = context.page;
    const { signal } = context.request;
    const options = {
      from,
      path: input.path,
      since: input.since,
      until: input.until,
      author: input.author,
      firstParent: input.first_parent,
      order: input.order,
      skip: (number - 1) * perPage,
      limit: perPage + 1,
    };
    const commits = await log(repository, options, signal);
    const total = await cachedCount(repository, options, commits.length);
    const page = commits.slice(0, perPage);
    const stats = input.with_stats
      ? await readStats(
          repository,
          page.map(({ id }) => id),
          signal,
        )
      : undefined;
    const items = page.map((commit) => {
      const counted = stats?.get(commit.id);
      return {
        ...toCommit(context, project, commit),
        ...(counted ? { stats: toStats(counted) } : {}),
        ...toState(context, project, commit.id),
      };
    });
    return new Paged(items, total === null ? { more: commits.length > perPage } : { total });
  }),
  implement(createCommit, async (input, context) => {
    const writer = requirePush(context, input.id);
    if (input.actions.length === 0) throw badParameter("actions is empty");
    const id = await commitToBranch(writer, {
      branch: input.branch,
      startBranch: input.start_branch,
      startSha: input.start_sha,
      force: input.force,
      actions: input.actions,
      message: input.commit_message,
      authorName: input.author_name,
      authorEmail: input.author_email,
      updateWorktree: input.update_worktree,
    });
    return toSingleCommit(context, writer.project, id, input.stats ?? true);
  }),
  implement(getCommit, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const id = await requireCommit(context, project, input.sha);
    return toSingleCommit(context, project, id, input.stats ?? true);
  }),
  implement(listCommitRefs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const id = await requireCommit(context, project, input.sha);
    const types =
      input.type === "branch" || input.type === "tag" ? [input.type] : (["branch", "tag"] as const);
    const refs = await refsContaining(context.repository(project), id, types, context.request.signal);
    return pageOf(context, refs);
  }),
  implement(getCommitDiff, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const repository = context.repository(project);
    const id = await requireCommit(context, project, input.sha);
    const parent = await repository.objects.check(`${id}^1`);
    const from = parent?.id ?? (await emptyTreeOf(repository.folder));
    const diff = await diffTrees(repository, from, id, context.request.signal);
    const { number, perPage } = context.page;
    const files = await diff.slice((number - 1) * perPage, number * perPage);
    return new Paged(files, { total: diff.total });
  }),
];
