import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { GitAccess } from "../journeys/git.ts";

const execute = promisify(execFile);
const timeout = 100_000;

/** Environment of programs: no settings of the machine's user, and an identity for commits. */
const environment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  LC_ALL: "C.UTF-8",
  NO_COLOR: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_CONFIG_NOSYSTEM: "1",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "Client"],
      [`GIT_${who}_EMAIL`, "client@example.test"],
    ]),
  ),
});

type ClientEnvironment = Readonly<Record<string, string>>;

/** Runs a program in a folder with a minimal environment and returns what it prints; throws an error with its output. */
export async function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  env: ClientEnvironment = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, args, {
      cwd: folder,
      env: { ...environment(folder), ...env },
      timeout,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

/** Runs a program of npm's packages in the Node of the tests. */
export const runClientInNode = (
  folder: string,
  script: string,
  args: readonly string[],
  env?: ClientEnvironment,
) => runProgram(folder, process.execPath, [script, ...args], env);

/** Returns a project's address for git, with the token. */
export const cloneUrl = ({ serviceUrl, token }: GitAccess, project: string): string =>
  `${serviceUrl.replace("://", `://oauth2:${token}@`)}/${project}.git`;

/** Clones a project into a new folder and returns it. */
export async function cloneForClient(access: GitAccess, project: string): Promise<string> {
  const folder = await mkdtemp(join(access.folder, "clone-"));
  await runProgram(folder, "git", ["clone", "--quiet", cloneUrl(access, project), "."]);
  return folder;
}

/** Calls the service and returns the JSON of its response. */
export async function callService<T>(access: GitAccess, path: string, body?: object): Promise<T> {
  const response = await fetch(`${access.serviceUrl}/api/v4/${path}`, {
    method: body ? "POST" : "GET",
    headers: { "PRIVATE-TOKEN": access.token, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return await response.json();
}
