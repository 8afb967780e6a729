import { log } from "../git/history/log.ts";
import { openRepository } from "../git/repository.ts";
import { insertCommitStatus } from "../store/ci/commit-statuses.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { createRandom } from "./seed/random.ts";

const checks = [
  { stage: "build", name: "build", description: "Built in 48 seconds" },
  { stage: "test", name: "unit", description: "412 tests" },
  { stage: "test", name: "end to end", description: "38 specs" },
] as const;

/** Adds statuses of checks to a project's latest commits, most of them successful. */
export async function addStatuses(store: Store, project: Project): Promise<void> {
  const random = createRandom(6606);
  const commits = await log(openRepository(project.repositoryPath), { from: "refs/heads/main", limit: 25 });
  for (const { id, committedAt } of commits) {
    for (const check of checks) {
      const failed = random.chance(0.12);
      const began = new Date(committedAt);
      insertCommitStatus(store, project.id, {
        sha: id,
        ref: "main",
        stage: check.stage,
        name: check.name,
        status: failed ? "failed" : "success",
        description: failed ? "See the log" : check.description,
        targetUrl: null,
        allowFailure: check.name === "end to end",
        authorId: project.creatorId,
        createdAt: began.toISOString(),
        startedAt: new Date(began.getTime() + 4_000).toISOString(),
        finishedAt: new Date(began.getTime() + random.int(30, 600) * 1000).toISOString(),
      });
    }
  }
}
