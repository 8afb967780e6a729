import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { RecordedClient } from "../recorded-client.ts";

const execute = promisify(execFile);

/** Folder, service and token of git commands. */
export interface GitAccess {
  readonly folder: string;
  readonly serviceUrl: string;
  readonly token: string;
}

/** Runs the git of the machine in a folder, without the user's settings. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=Client", "-c", "user.email=client@example.test"];
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "",
    LC_ALL: "C",
  };
  const { stdout } = await execute("git", [...identity, ...args], { cwd: folder, env });
  return stdout.trim();
}

const urlOf = ({ serviceUrl, token }: GitAccess, path: string): string =>
  `${serviceUrl.replace("://", `://oauth2:${token}@`)}/${path}.git`;

/** A project is cloned whole, shallow and without its files; fetched from and pushed to; refused without a token. */
export async function cloneProject(client: RecordedClient, access: GitAccess): Promise<void> {
  const path = "fjord/handbook";
  const url = urlOf(access, path);
  await git(access.folder, "clone", "--quiet", url, "whole");
  await git(access.folder, "clone", "--quiet", "--depth", "1", url, "shallow");
  await git(access.folder, "clone", "--quiet", "--filter=blob:none", "--no-checkout", url, "partial");
  const whole = join(access.folder, "whole");
  expect(await git(whole, "fsck", "--strict")).toBe("");
  expect(await git(join(access.folder, "shallow"), "rev-list", "--count", "HEAD")).toBe("1");
  expect(await git(join(access.folder, "partial"), "show", "HEAD:README.md")).toContain("# Handbook");

  await git(whole, "checkout", "--quiet", "-b", "client/pushed");
  await writeFile(join(whole, "pushed.txt"), "from a clone\n");
  await git(whole, "add", "pushed.txt");
  await git(whole, "commit", "--quiet", "--message", "Push a file");
  await git(whole, "tag", "--annotate", "pushed-1", "--message", "Pushed");
  await git(whole, "push", "--quiet", "--follow-tags", "--set-upstream", "origin", "client/pushed");
  expect((await client.Branches.show(path, "client/pushed")).commit.title).toBe("Push a file");
  expect((await client.Tags.show(path, "pushed-1")).message).toContain("Pushed");

  await client.RepositoryFiles.create(path, "api.txt", "client/pushed", "from the API\n", "Add a file");
  await git(whole, "pull", "--quiet");
  expect(await readFile(join(whole, "api.txt"), "utf8")).toBe("from the API\n");
  await git(whole, "push", "--quiet", "origin", "--delete", "client/pushed", "refs/tags/pushed-1");
  await expect(client.Branches.show(path, "client/pushed")).rejects.toThrow("404");
  const closed = urlOf({ ...access, token: "wrong" }, "atlas/tides");
  await expect(git(access.folder, "ls-remote", closed)).rejects.toThrow("Authentication failed");
}

/** The wiki of a project is cloned, pushed to and fetched from. */
export async function cloneWiki(client: RecordedClient, access: GitAccess): Promise<void> {
  const path = "fjord/lantern";
  await git(access.folder, "clone", "--quiet", urlOf(access, `${path}.wiki`), "wiki");
  const wiki = join(access.folder, "wiki");
  await writeFile(join(wiki, "client-page.md"), "# From a clone\n");
  await git(wiki, "add", "client-page.md");
  await git(wiki, "commit", "--quiet", "--message", "Add a page");
  await git(wiki, "push", "--quiet");
  expect((await client.ProjectWikis.show(path, "client-page")).content).toBe("# From a clone\n");
  await client.ProjectWikis.edit(path, "client-page", { content: "# From the API\n" });
  await git(wiki, "fetch", "--quiet");
  expect(await git(wiki, "show", "origin/main:client-page.md")).toBe("# From the API");
  await client.ProjectWikis.remove(path, "client-page");
}
