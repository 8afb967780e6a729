import { log } from "../git/log.ts";
import type { ServiceStore } from "../service-store.ts";
import { insertCommitStatus } from "../store/ci/commit-statuses.ts";
import type { Project } from "../store/projects/projects.ts";
import { latestVersion } from "../store/review/merge-request-versions.ts";
import { openMergeRequests } from "../store/review/merge-requests.ts";
import { createRandom } from "./seed/seeded-random.ts";

const checks = [
  { stage: "build", name: "build", description: "Built in 48 seconds" },
  { stage: "test", name: "unit", description: "412 tests" },
  { stage: "test", name: "end to end", description: "38 specs" },
] as const;

/** Adds statuses of checks to a project's latest commits, most of them successful. */
export async function addStatuses(store: ServiceStore, project: Project): Promise<void> {
  const random = createRandom(6606);
  const commits = await log(store.git.open(project.repositoryPath), { from: "refs/heads/main", limit: 25 });
  for (const { id, committedAt } of commits) {
    for (const check of checks) {
      const failed = random.chance(0.12);
      const began = new Date(committedAt ?? 0);
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

/** Checks of other services, by the rest of a merge request's number, in the order in which they were reported. */
const externalChecks = [
  [
    { name: "pier-lab/browsers", status: "failed", description: "2 of 38 specs failed", allowFailure: false },
    { name: "pier-lab/licences", status: "success", description: "No new ones", allowFailure: false },
  ],
  [
    {
      name: "pier-lab/browsers",
      status: "pending",
      description: "Waiting for a tablet",
      allowFailure: false,
    },
  ],
  [
    { name: "pier-lab/browsers", status: "failed", description: "1 of 38 specs failed", allowFailure: false },
    { name: "pier-lab/browsers", status: "success", description: "38 specs", allowFailure: false },
    { name: "pier-lab/paint", status: "failed", description: "3 new warnings", allowFailure: true },
  ],
  [],
] as const;

/** Adds checks of other services to the last commits of a project's open merge requests, on their source branches. */
export function addExternalChecks(store: ServiceStore, project: Project): void {
  for (const { id, iid, sourceProjectId, sourceBranch, createdAt } of openMergeRequests(store, project.id)) {
    const head = latestVersion(store, id)?.headSha;
    if (!head || sourceProjectId !== project.id) continue;
    for (const { name, status, description, allowFailure } of externalChecks[iid % externalChecks.length] ??
      []) {
      insertCommitStatus(store, project.id, {
        sha: head,
        ref: sourceBranch,
        stage: "external",
        name,
        status,
        description,
        targetUrl: `https://pier-lab.example.test/runs/${iid}`,
        allowFailure,
        authorId: project.creatorId,
        createdAt,
        startedAt: status === "pending" ? null : createdAt,
        finishedAt: status === "pending" ? null : createdAt,
      });
    }
  }
}
