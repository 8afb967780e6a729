import type { CommitDetails } from "../domain/repository/read-commits.ts";
import type { BlamedRange } from "../domain/repository/read-file.ts";
import type { GitCommit, Stats } from "../git/commits.ts";
import type { Links } from "../http/implement.ts";
import type { Project } from "../store/projects/projects.ts";
import { toPipelineSummary } from "./pipeline.ts";

/** Returns the fields of a commit that every response with one has. */
const toCommonFields = (commit: GitCommit) => ({
  id: commit.id,
  parent_ids: [...commit.parents],
  message: commit.message,
  author_name: commit.authorName,
  author_email: commit.authorEmail,
  authored_date: commit.authoredAt,
  committer_name: commit.committerName,
  committer_email: commit.committerEmail,
  committed_date: commit.committedAt,
});

/** Returns a commit as the API represents it. */
export const toCommit = (links: Links, project: Project, commit: GitCommit) => ({
  ...toCommonFields(commit),
  short_id: commit.id.slice(0, 8),
  created_at: commit.committedAt,
  title: commit.message.trimStart().split("\n", 1)[0] ?? "",
  trailers: commit.trailers,
  web_url: `${links.baseUrl}/${project.fullPath}/-/commit/${commit.id}`,
});

/** Returns the numbers of changed lines of a commit. */
const toStats = ({ additions, deletions }: Stats) => ({
  additions,
  deletions,
  total: additions + deletions,
});

/** Returns a commit of a list, with its state, and its numbers of lines where they were counted. */
export const toListedCommit = (links: Links, project: Project, { commit, stats, state }: CommitDetails) => ({
  ...toCommit(links, project, commit),
  stats: stats ? toStats(stats) : undefined,
  status: state.status,
  last_pipeline: state.pipeline && toPipelineSummary(links, project, state.pipeline),
});

/** Returns a single commit. */
export const toSingleCommit = (links: Links, project: Project, details: CommitDetails) => ({
  ...toListedCommit(links, project, details),
  project_id: project.id,
});

/** Returns the lines of a file with the commits that changed them last; ranges of one commit share its object. */
export function toBlamedRanges(ranges: readonly BlamedRange[]) {
  const shown = new Map(ranges.map(({ commit }) => [commit, toCommonFields(commit)]));
  return ranges.map(({ commit, lines }) => ({
    commit: shown.get(commit) ?? toCommonFields(commit),
    lines: [...lines],
  }));
}
