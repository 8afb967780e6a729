import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { GitAccess } from "../journeys/git.ts";
import { callService, cloneForClient, runClientInNode, runProgram } from "./client-access.ts";

const project = "fjord/handbook";
const dangerfile = `
const { danger, message } = require("danger");
message("Created: " + danger.git.created_files.join(", "));
`;

/** `danger` reads a merge request and its changes, and writes its report as a comment. */
export async function reviewWithDanger(access: GitAccess, packages: string): Promise<void> {
  const branch = `danger-${Date.now()}`;
  const folder = await cloneForClient(access, project);
  const git = (...args: string[]) => runProgram(folder, "git", args);
  await git("checkout", "--quiet", "-b", branch);
  await writeFile(join(folder, `${branch}.txt`), "new\n");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Add a file");
  await git("push", "--quiet", "origin", branch);
  await writeFile(join(folder, "dangerfile.js"), dangerfile);
  const path = `projects/${encodeURIComponent(project)}/merge_requests`;
  const opened = { source_branch: branch, target_branch: "main", title: "Danger" };
  const { iid } = await callService<{ iid: number }>(access, path, opened);
  const env = {
    CI_API_V4_URL: `${access.serviceUrl}/api/v4`,
    CI_MERGE_REQUEST_IID: String(iid),
    CI_MERGE_REQUEST_PROJECT_PATH: project,
    CI_PROJECT_PATH: project,
    CI_MERGE_REQUEST_PROJECT_URL: `${access.serviceUrl}/${project}`,
    DANGER_GITLAB_API_BASE_URL: `${access.serviceUrl}/api/v4`,
    DANGER_GITLAB_API_TOKEN: access.token,
    DANGER_GITLAB_HOST: access.serviceUrl,
    GITLAB_CI: "true",
  };
  await runClientInNode(
    folder,
    join(packages, "node_modules/danger/distribution/commands/danger-ci.js"),
    [],
    env,
  );
  const notes = await callService<{ body: string }[]>(access, `${path}/${iid}/notes`);
  expect(notes.map(({ body }) => body).join()).toContain(`Created: ${branch}.txt`);
}
