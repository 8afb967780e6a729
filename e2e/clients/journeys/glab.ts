import { execFile, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { GitAccess } from "./git.ts";

const execute = promisify(execFile);

/** Returns whether the program `glab` is installed. */
export const hasGlab = (): boolean => spawnSync("glab", ["--version"], { stdio: "ignore" }).status === 0;

/** Runs glab against a service: its user, a project, merge requests, pipelines and releases. */
export async function useGlab({ folder, serviceUrl, token }: GitAccess): Promise<void> {
  const { host } = new URL(serviceUrl);
  const settings = join(folder, "glab");
  await mkdir(settings, { recursive: true });
  const fields = { token, api_host: host, api_protocol: "http", git_protocol: "http" };
  const config = JSON.stringify({ host, check_update: false, hosts: { [host]: fields } });
  await writeFile(join(settings, "config.yml"), config, { mode: 0o600 });
  const env = { ...process.env, GLAB_CONFIG_DIR: settings, GITLAB_HOST: serviceUrl, NO_COLOR: "1" };
  const glab = async (...args: string[]) => (await execute("glab", args, { cwd: folder, env })).stdout;
  const project = ["--repo", "fjord/lantern"];
  expect(JSON.parse(await glab("api", "user"))).toMatchObject({ username: "helve" });
  expect(JSON.parse(await glab("api", "projects/fjord%2Flantern"))).toMatchObject({ path: "lantern" });
  expect(await glab("mr", "list", ...project)).toMatch(/!\d+/);
  expect(await glab("release", "list", ...project)).not.toBe("");
}
