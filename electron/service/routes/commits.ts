import {
  createCommit,
  getCommit,
  getCommitDiff,
  listCommitRefs,
  listCommits,
} from "../../../shared/api/commits.ts";
import { badParameter, notFound } from "../failure.ts";
import { log, readCommit, readStats, refsContaining } from "../git/commits.ts";
import { diffTrees, emptyTree } from "../git/diffs.ts";
import { resolveCommit } from "../git/refs.ts";
import { type Context, implement, Paged, pageOf } from "../implement.ts";
import type { Project } from "../store/projects.ts";
import { toCommit, toStats } from "./commit-shape.ts";
import { commitToBranch } from "./committing.ts";

/** The commit that a hash, branch or tag names. Throws 404. */
export async function requireCommit(context: Context, project: Project, rev: string): Promise<string> {
  const found = await resolveCommit(context.repository(project), rev);
  if (!found) throw notFound("Commit");
  return found;
}

async function toSingle(context: Context, project: Project, id: string, stats: boolean) {
  const repository = context.repository(project);
  const commit = toCommit(context, project, await readCommit(repository, id));
  const counted = stats ? (await readStats(repository, [id])).get(id) : undefined;
  return {
    ...commit,
    ...(counted ? { stats: toStats(counted) } : {}),
    status: null,
    last_pipeline: null,
    project_id: project.id,
  };
}

export const commitRoutes = [
  implement(listCommits, async (input, context) => {
    const project = context.project(input.id);
    const repository = context.repository(project);
    if (project.defaultBranch === null && input.ref_name === undefined) return [];
    const from = input.all
      ? "all"
      : await resolveCommit(repository, input.ref_name ?? project.defaultBranch ?? "HEAD");
    if (from === null) throw notFound("Commit");
    const { number, perPage } = context.page;
    const commits = await log(repository, {
      from,
      skip: (number - 1) * perPage,
      limit: perPage + 1,
      path: input.path,
      since: input.since,
      until: input.until,
      author: input.author,
      firstParent: input.first_parent,
      order: input.order,
    });
    const page = commits.slice(0, perPage);
    const stats = input.with_stats
      ? await readStats(
          repository,
          page.map(({ id }) => id),
        )
      : undefined;
    const items = page.map((commit) => {
      const counted = stats?.get(commit.id);
      return { ...toCommit(context, project, commit), ...(counted ? { stats: toStats(counted) } : {}) };
    });
    return new Paged(items, { more: commits.length > perPage });
  }),
  implement(createCommit, async (input, context) => {
    const project = context.project(input.id, "developer");
    if (input.actions.length === 0) throw badParameter("actions is empty");
    const id = await commitToBranch(context, project, {
      branch: input.branch,
      startBranch: input.start_branch,
      startSha: input.start_sha,
      force: input.force,
      actions: input.actions,
      message: input.commit_message,
      authorName: input.author_name,
      authorEmail: input.author_email,
    });
    return toSingle(context, project, id, input.stats ?? true);
  }),
  implement(getCommit, async (input, context) => {
    const project = context.project(input.id);
    const id = await requireCommit(context, project, input.sha);
    return toSingle(context, project, id, input.stats ?? true);
  }),
  implement(listCommitRefs, async (input, context) => {
    const project = context.project(input.id);
    const id = await requireCommit(context, project, input.sha);
    const repository = context.repository(project);
    const type = input.type ?? "all";
    const branches = type === "tag" ? [] : await refsContaining(repository, id, "heads");
    const tags = type === "branch" ? [] : await refsContaining(repository, id, "tags");
    return pageOf(context, [
      ...branches.map((name) => ({ type: "branch", name })),
      ...tags.map((name) => ({ type: "tag", name })),
    ]);
  }),
  implement(getCommitDiff, async (input, context) => {
    const project = context.project(input.id);
    const repository = context.repository(project);
    const commit = await readCommit(repository, await requireCommit(context, project, input.sha));
    return pageOf(context, await diffTrees(repository, commit.parents[0] ?? emptyTree, commit.id));
  }),
];
