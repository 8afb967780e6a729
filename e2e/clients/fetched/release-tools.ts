import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { GitAccess } from "../journeys/git.ts";
import { callService, cloneForClient, cloneUrl, runClientInNode, runProgram } from "./client-access.ts";

const project = "fjord/handbook";
const path = `projects/${encodeURIComponent(project)}`;

/** Commits a file that the releaser has to release, on top of a tag, and pushes it. */
async function commitFeature(access: GitAccess, tag: string): Promise<string> {
  const folder = await cloneForClient(access, project);
  const git = (...args: string[]) => runProgram(folder, "git", args);
  if (!(await git("tag", "--list", "v*"))) {
    await git("tag", tag);
    await git("push", "--quiet", "origin", tag);
  }
  await writeFile(join(folder, `feature-${Date.now()}`), "new\n");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "feat: tell the tides apart");
  await git("push", "--quiet", "origin", "main");
  return folder;
}

const releases = (access: GitAccess) =>
  callService<{ name: string; description: string }[]>(access, `${path}/releases`);

/** `semantic-release` with its plugin for the service: analyses the commits, tags, releases and comments. */
export async function releaseSemantically(access: GitAccess, packages: string): Promise<void> {
  const before = (await releases(access)).length;
  const folder = await commitFeature(access, "v20.0.0");
  const plugins = [
    "@semantic-release/commit-analyzer",
    "@semantic-release/release-notes-generator",
    "@semantic-release/gitlab",
  ];
  await writeFile(
    join(folder, ".releaserc.json"),
    JSON.stringify({ branch: "main", branches: ["main"], plugins }),
  );
  const env = { GITLAB_TOKEN: access.token, GL_TOKEN: access.token, GITLAB_URL: access.serviceUrl };
  const program = join(packages, "node_modules/semantic-release/bin/semantic-release.js");
  await runClientInNode(folder, program, ["--no-ci", "-r", cloneUrl(access, project)], env);
  const after = await releases(access);
  expect(after).toHaveLength(before + 1);
  expect(after[0]?.description).toContain("tell the tides apart");
}

/** `release-it`: checks who may release, commits, tags, pushes and releases. */
export async function releaseIt(access: GitAccess, packages: string): Promise<void> {
  const folder = await commitFeature(access, "v20.0.0");
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "handbook", version: "30.0.0" }));
  const gitlab = { release: true, origin: access.serviceUrl, releaseName: "By release-it" };
  const settings = { npm: false, git: { requireCleanWorkingDir: false, tagMatch: "v[0-9]*" }, gitlab };
  await writeFile(join(folder, ".release-it.json"), JSON.stringify(settings));
  const program = join(packages, "node_modules/release-it/bin/release-it.js");
  await runClientInNode(folder, program, ["--ci", "30.1.0"], { GITLAB_TOKEN: access.token });
  expect((await releases(access)).map(({ name }) => name)).toContain("By release-it");
}

/** `conventional-gitlab-releaser`: creates the tag of the folder, with notes from its commits. */
export async function releaseConventionally(access: GitAccess, packages: string): Promise<void> {
  const folder = await commitFeature(access, "v20.0.0");
  const git = (...args: string[]) => runProgram(folder, "git", args);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "handbook", version: "40.0.0" }));
  await git("add", ".");
  await git("commit", "--quiet", "--message", "chore: release");
  await git("tag", "v40.0.0");
  await git("push", "--quiet", "origin", "main");
  const program = join(packages, "node_modules/conventional-gitlab-releaser/src/cli.js");
  const env = {
    CONVENTIONAL_GITLAB_URL: `${access.serviceUrl}/api/v4/`,
    CONVENTIONAL_GITLAB_RELEASER_TOKEN: access.token,
  };
  await runClientInNode(folder, program, ["--preset", "angular"], env);
  const made = await callService<{ description: string }>(access, `${path}/releases/v40.0.0`);
  expect(made.description).not.toBe("");
}
