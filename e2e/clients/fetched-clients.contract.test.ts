import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Listening } from "../../electron/service/http/listen.ts";
import { fillFolder } from "../../electron/service/sample/fill-folder.ts";
import { startService } from "../../electron/service/start-service.ts";
import { runClientInNode } from "./fetched/client-access.ts";
import { reviewWithDanger } from "./fetched/danger.ts";
import { fetchFromDebian, fetchFromNpm, NoClient } from "./fetched/fetch-client.ts";
import { askSalsa, workWithPerl, workWithPython, workWithRuby } from "./fetched/libraries.ts";
import { assist } from "./fetched/mcp.ts";
import { releaseConventionally, releaseIt, releaseSemantically } from "./fetched/release-tools.ts";
import type { GitAccess } from "./journeys/git.ts";
import { useGlab } from "./journeys/glab.ts";

/** Clients of other projects, as they are: fetched into a cache of the machine, which `npm test` alone leaves as it is. */
const isNightly = process.env.HELVE_ROUNDS === "whole";
const token = "hlv-client-of-the-field";
let folder: string;
let service: Listening | undefined;

beforeAll(async () => {
  if (!isNightly) return;
  folder = mkdtempSync(join(tmpdir(), "helve-fetched-"));
  await fillFolder(folder, new Date(), { runsJobs: true });
  service = await startService({ folder, port: 0, adminToken: token });
}, 300_000);
afterAll(async () => {
  await service?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const npm = (name: string, ...packages: string[]) => fetchFromNpm({ name, packages });
const debian = (name: string, suite?: string) => fetchFromDebian(suite ? { name, suite } : { name });

const clients: readonly (readonly [string, (access: GitAccess) => Promise<void>])[] = [
  ["glab 1.53", async (access) => useGlab(access, join(await debian("glab", "trixie"), "root/usr/bin/glab"))],
  ["python-gitlab", async (access) => workWithPython(access, await debian("python3-gitlab"))],
  ["ruby-gitlab", async (access) => workWithRuby(access, await debian("ruby-gitlab"))],
  ["GitLab::API::v4 of Perl", async (access) => workWithPerl(access, await debian("libgitlab-api-v4-perl"))],
  [
    "salsa",
    async (access) => askSalsa(access, await debian("devscripts"), await debian("libgitlab-api-v4-perl")),
  ],
  [
    "@semantic-release/gitlab 3",
    async (access) =>
      releaseSemantically(
        access,
        await npm("semantic-release-3", "@semantic-release/gitlab@3", "semantic-release@15"),
      ),
  ],
  [
    "@semantic-release/gitlab 13",
    async (access) =>
      releaseSemantically(
        access,
        await npm("semantic-release-13", "@semantic-release/gitlab@13", "semantic-release@24"),
      ),
  ],
  ["release-it", async (access) => releaseIt(access, await npm("release-it", "release-it@20"))],
  [
    "conventional-gitlab-releaser",
    async (access) => releaseConventionally(access, await npm("cgr", "conventional-gitlab-releaser")),
  ],
  ["danger 10", async (access) => reviewWithDanger(access, await npm("danger-10", "danger@10"))],
  ["danger 14", async (access) => reviewWithDanger(access, await npm("danger-14", "danger@14"))],
  ["@zereight/mcp-gitlab", async (access) => assist(access, await npm("mcp", "@zereight/mcp-gitlab"))],
  [
    "@gitbeaker/cli",
    async (access) => {
      const program = join(await npm("gitbeaker", "@gitbeaker/cli"), "node_modules/.bin/gitbeaker");
      const env = { GITBEAKER_HOST: access.serviceUrl, GITBEAKER_TOKEN: token };
      const shown = await runClientInNode(
        folder,
        program,
        ["projects", "show", "--project-id", "fjord/handbook"],
        env,
      );
      expect(JSON.parse(shown)).toMatchObject({ path_with_namespace: "fjord/handbook" });
    },
  ],
];

it.for(clients)("%s does its work", { timeout: 600_000 }, async ([, work], { skip }) => {
  if (!service) return skip("fetched and run by npm test -- --nightly");
  try {
    await work({ folder, serviceUrl: service.url, token });
  } catch (error) {
    if (error instanceof NoClient) skip(error.message);
    throw error;
  }
});
