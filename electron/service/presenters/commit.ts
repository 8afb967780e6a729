import type { Stats } from "../git/history/commit-stats.ts";
import type { GitCommit } from "../git/history/commits.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";

/** Returns a commit as the API represents it. */
export const toCommit = (links: Links, project: Project, commit: GitCommit) => ({
  id: commit.id,
  short_id: commit.id.slice(0, 8),
  created_at: commit.committedAt,
  parent_ids: [...commit.parents],
  title: commit.message.trimStart().split("\n", 1)[0] ?? "",
  message: commit.message,
  author_name: commit.authorName,
  author_email: commit.authorEmail,
  authored_date: commit.authoredAt,
  committer_name: commit.committerName,
  committer_email: commit.committerEmail,
  committed_date: commit.committedAt,
  trailers: commit.trailers,
  web_url: `${links.baseUrl}/${project.fullPath}/-/commit/${commit.id}`,
});

/** Returns the numbers of changed lines of a commit. */
export const toStats = ({ additions, deletions }: Stats) => ({
  additions,
  deletions,
  total: additions + deletions,
});

/** Returns a commit as blame shows it. */
export const toBlameCommit = (commit: GitCommit) => ({
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
