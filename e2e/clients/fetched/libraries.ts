import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { GitAccess } from "../journeys/git.ts";
import { runProgram } from "./client-access.ts";

const scriptOf = (name: string) => fileURLToPath(new URL(`scripts/${name}`, import.meta.url));

/** Returns the folders below an unpacked package whose path ends in one of some ways. */
function foldersOf(packages: string, pattern: RegExp): string {
  const root = join(packages, "root");
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => pattern.test(path))
    .join(":");
}

const argumentsOf = ({ serviceUrl, token }: GitAccess) => [serviceUrl, token];

/** python-gitlab does a day's work: branch, files, merge request, threads, pipeline, release. */
export async function workWithPython(access: GitAccess, packages: string): Promise<void> {
  const env = { PYTHONPATH: foldersOf(packages, /\/dist-packages$/) };
  const args = [scriptOf("work.py"), ...argumentsOf(access)];
  expect(await runProgram(access.folder, "/usr/bin/python3", args, env)).toMatch(/done\n$/);
}

/** ruby-gitlab does the same. */
export async function workWithRuby(access: GitAccess, packages: string): Promise<void> {
  const env = { RUBYLIB: foldersOf(packages, /\/vendor_ruby$|\/gems\/[^/]+\/lib$/) };
  const args = [scriptOf("work.rb"), ...argumentsOf(access)];
  expect(await runProgram(access.folder, "ruby", args, env)).toMatch(/done\n$/);
}

const perlFolders = /\/share\/perl5$|\/lib\/[^/]+\/perl5\/[\d.]+$|\/share\/devscripts$/;

/** GitLab::API::v4 does the same. */
export async function workWithPerl(access: GitAccess, packages: string): Promise<void> {
  const env = { PERL5LIB: foldersOf(packages, perlFolders) };
  const args = [scriptOf("work.pl"), ...argumentsOf(access)];
  expect(await runProgram(access.folder, "perl", args, env)).toMatch(/done\n$/);
}

/** salsa reads who calls, the projects of a group, and a project. */
export async function askSalsa(access: GitAccess, packages: string, library: string): Promise<void> {
  const settings = { SALSA_TOKEN: access.token, SALSA_API_URL: `${access.serviceUrl}/api/v4` };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(access.folder, ".devscripts"), lines.join(""));
  const env = { PERL5LIB: [packages, library].map((folder) => foldersOf(folder, perlFolders)).join(":") };
  const salsa = (...args: string[]) =>
    runProgram(access.folder, "perl", [join(packages, "root/usr/bin/salsa"), ...args], env);
  expect(await salsa("whoami")).toContain("helve");
  expect(await salsa("--group", "fjord", "ls")).toContain("Lantern");
  expect(await salsa("search_project", "fjord/handbook")).toContain("fjord/handbook");
}
