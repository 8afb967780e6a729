import { log } from "../../git/log.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";

/** Returns a commit as the body of an event shows it; null where it is not there anymore. */
export async function eventCommit(
  store: ServiceStore,
  project: Pick<Project, "repositoryPath" | "fullPath">,
  sha: string | null,
  serviceUrl: string,
) {
  if (sha === null) return null;
  const found = await log(store.git.open(project.repositoryPath), { from: sha, limit: 1 }).catch(() => []);
  const commit = found[0];
  if (!commit) return null;
  return {
    id: commit.id,
    message: commit.message,
    title: commit.message.split("\n", 1)[0],
    timestamp: commit.committedAt,
    url: `${serviceUrl}/${project.fullPath}/-/commit/${commit.id}`,
    author: { name: commit.authorName, email: commit.authorEmail },
  };
}
