import { createReadStream, existsSync, readFileSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { Store } from "../store/store.ts";
import type { Variables } from "./config/expression.ts";
import { dotenvPath } from "./job-files.ts";

/** Bytes and variables that the reports of a job may have, as on other services. */
const maxBytes = 5 * 1024;
const maxVariables = 150;

/**
 * Returns the variables of `artifacts: reports: dotenv`: lines of `NAME=value`, of which neither quotation marks nor dollar
 * signs have a meaning. Throws an Error that names the line.
 */
export function parseDotenv(text: string): Record<string, string> {
  const variables = new Map<string, string>();
  for (const [index, line] of text
    .replace(/\r?\n$/, "")
    .split("\n")
    .entries()) {
    const [, name = "", value = ""] = /^\s*(\w+)\s*=(.*)$/s.exec(line) ?? [];
    if (name === "") throw new Error(`artifacts: reports: dotenv: line ${index + 1} is not NAME=value`);
    variables.set(name, value.trim());
  }
  if (variables.size > maxVariables)
    throw new Error(`artifacts: reports: dotenv: more than ${maxVariables} variables`);
  return Object.fromEntries(variables);
}

/** Returns the text of a report, until a signal fires. Throws an Error for one that is too large. */
export async function readDotenv(path: string, signal: AbortSignal): Promise<string> {
  const text = await readText(createReadStream(path, { end: maxBytes, signal }));
  if (Buffer.byteLength(text) > maxBytes)
    throw new Error(`artifacts: reports: dotenv: more than ${maxBytes} bytes`);
  return text.replace(/\n?$/, "\n");
}

/** Returns the variables that jobs left in their reports; a later job wins. */
export const dotenvVariables = (store: Store, jobs: readonly { readonly id: number }[]): Variables =>
  Object.fromEntries(
    jobs
      .map(({ id }) => dotenvPath(store, id))
      .filter(existsSync)
      .flatMap((path) => Object.entries(parseDotenv(gunzipSync(readFileSync(path)).toString()))),
  );
