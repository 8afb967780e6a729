import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { callService, cloneForClient, runProgram } from "../fetched/client-access.ts";
import type { GitAccess } from "./git.ts";

/** Runs glab against a service: a merge request from its branch to its merge, pipelines, variables and releases. */
export async function useGlab(access: GitAccess, program: string): Promise<void> {
  const { serviceUrl, token } = access;
  const { host, hostname } = new URL(serviceUrl);
  const settings = join(access.folder, "glab");
  await mkdir(settings, { recursive: true });
  const fields = { token, api_host: host, api_protocol: "http", git_protocol: "http" };
  const config = JSON.stringify({ host: hostname, check_update: false, hosts: { [hostname]: fields } });
  await writeFile(join(settings, "config.yml"), config, { mode: 0o600 });
  const folder = await cloneForClient(access, "fjord/handbook");
  const env = { GLAB_CONFIG_DIR: settings, GITLAB_HOST: hostname };
  const glab = (...args: string[]) => runProgram(folder, program, args, env);
  const git = (...args: string[]) => runProgram(folder, "git", args);

  expect(JSON.parse(await glab("api", "user"))).toMatchObject({ username: "helve" });
  expect(await glab("mr", "list", "--repo", "fjord/lantern")).toMatch(/!\d+/);
  await git("checkout", "--quiet", "-b", "by-glab");
  await writeFile(join(folder, "glab.txt"), "new\n");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Add a file");
  await git("push", "--quiet", "origin", "by-glab");
  const branches = ["--source-branch", "by-glab", "--target-branch", "main"];
  expect(
    await glab("mr", "create", ...branches, "--title", "By glab", "--description", "x", "--yes"),
  ).toMatch(/merge_requests\/\d+/);
  expect(await glab("mr", "view")).toContain("By glab");
  expect(await glab("mr", "diff")).toContain("+new");
  await glab("mr", "note", "--message", "A note");
  await glab("mr", "approve");
  await glab("mr", "update", "--title", "Renamed", "--label", "docs");
  await glab("mr", "merge", "--yes", "--remove-source-branch");

  const beacon = ["--repo", "fjord/beacon"];
  expect(await glab("ci", "list", ...beacon)).toMatch(/#\d+/);
  expect(await glab("ci", "get", "--branch", "main", ...beacon)).toContain("status:");
  const [job] = await callService<{ id: number }[]>(access, "projects/fjord%2Fbeacon/jobs?scope[0]=success");
  expect(await glab("ci", "trace", String(job?.id), ...beacon)).toContain("Getting source");
  await glab("variable", "set", "GLAB", "value", ...beacon);
  expect(await glab("variable", "get", "GLAB", ...beacon)).toContain("value");
  await glab("variable", "delete", "GLAB", ...beacon);
  await glab("release", "create", "glab-1", "--notes", "Notes", "--ref", "main");
  expect(await glab("release", "list")).toContain("glab-1");
}
