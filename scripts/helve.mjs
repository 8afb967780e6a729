#!/usr/bin/env node
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";

/** `helve [FOLDER] [flags of npm start]`: opens a folder's repository, as `code .` does. */
const [first, ...rest] = process.argv.slice(2);
const named = first !== undefined && !first.startsWith("-");
if (named && !existsSync(first)) {
  console.error(`${resolve(first)} is not there.`);
  process.exit(2);
}
const flags = named ? ["--repository", resolve(first), ...rest] : process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...flags);
await import("./start.mjs");
