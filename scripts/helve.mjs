#!/usr/bin/env node
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { CommandFailure } from "./command/host.mjs";
import { commandNames, runCommand } from "./command/run-command.mjs";

const usage = `helve [FOLDER] [flags]    opens Helve, with a folder's repository (helve --help has the flags of the start)
helve mr list             merge requests of the project of this clone
helve mr show N           one merge request
helve review N            the comments of a merge request, --json or --markdown
helve log JOB             the log of a job, --follow until its end
helve open [TARGET]       shows a folder, file, link or merge request (!N) in Helve
helve mcp                 lets the assistant of an editor read through Helve (Settings, Tools)
helve COMMAND --help      the flags of a command

Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 Helve does not run, 4 the service cannot be reached,
5 it refused the token. Commands ask the Helve that runs; they start none.
`;

/** `helve [FOLDER] [flags of npm start]` opens a folder's repository, as `code .` does; commands ask the Helve that runs. */
const [first, ...rest] = process.argv.slice(2);
if (first !== undefined && commandNames.includes(first)) await runNamed(first, rest);
else await startHelve();

async function runNamed(name, args) {
  // A reader that has enough, such as `head`, ends the command.
  process.stdout.on("error", ({ code }) => process.exit(code === "EPIPE" ? 0 : 1));
  try {
    process.exitCode = await runCommand(name, args);
  } catch (error) {
    if (!(error instanceof CommandFailure) && error.code !== "ECONNRESET") throw error;
    console.error(error instanceof CommandFailure ? error.message : "Helve ended the response early.");
    process.exitCode = error.exitCode ?? 1;
  }
}

async function startHelve() {
  if (first === "--help" || first === "-h" || first === "help") process.stdout.write(`${usage}\n`);
  const named = first !== undefined && !first.startsWith("-");
  if (named && first !== "help" && !existsSync(first)) {
    console.error(`${resolve(first)} is not there, and helve has no such command. See helve --help.`);
    process.exit(2);
  }
  const flags =
    first === "help" ? ["--help"] : named ? ["--repository", resolve(first), ...rest] : process.argv.slice(2);
  process.argv.splice(2, process.argv.length, ...flags);
  await import("./start.mjs");
}
