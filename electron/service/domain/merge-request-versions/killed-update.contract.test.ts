import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeCommit } from "../../git/testing/test-repository.ts";
import { startService } from "../../start-service.ts";
import { listVersions } from "../../store/review/merge-request-versions.ts";
import { insertMergeRequest, markPendingFollowUps } from "../../store/review/merge-requests.ts";
import { insertUser } from "../../store/users/users.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { createProject } from "../projects/write-project.ts";
import { followMergeRequest } from "./follow-merge-request.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-killed-update-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("follows up at its start what the service had updated when it was killed", async () => {
  const store = openTestStore(folder);
  const author = insertUser(store, { username: "someone", name: "Someone", email: "someone@example.test" });
  const project = await createProject(store, {
    name: "p",
    path: "p",
    userId: author.id,
    creatorId: author.id,
  });
  await makeCommit(project.repositoryPath, { files: { a: "1\n" } });
  await makeCommit(project.repositoryPath, { branch: "topic", from: "main", files: { a: "2\n" } });
  const made = insertMergeRequest(store, {
    projectId: project.id,
    sourceProjectId: project.id,
    sourceBranch: "topic",
    targetBranch: "main",
    title: "Two",
    authorId: author.id,
  });
  await followMergeRequest(store, made, author.id);
  markPendingFollowUps(store, project.id, ["topic"]);
  await makeCommit(project.repositoryPath, { branch: "topic", files: { a: "3\n" } });
  expect(listVersions(store, made.id)).toHaveLength(1);
  const service = await startService({ folder, port: 0, adminToken: null });
  await expect.poll(() => listVersions(store, made.id), { timeout: 20_000 }).toHaveLength(2);
  await service.close();
  await store.close();
});
