import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

/** Makes a folder that only this user may read. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Creates an empty file of mode 0600 where there is none: SQLite gives its side files the same mode. */
export function touchPrivate(path: string): void {
  makePrivateFolder(dirname(path));
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

/** Writes JSON so that a crash leaves either the old text or the new. */
export function writeJsonFile(path: string, value: unknown): void {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = openSync(draft, "wx", 0o600);
  try {
    // All of it: on a disk that is almost full a single call writes a part.
    writeFileSync(file, JSON.stringify(value, null, 2));
    fsyncSync(file);
  } catch (error) {
    rmSync(draft, { force: true });
    // A failed write names no file.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** Returns a JSON file parsed by a schema. Renames one that does not fit to `.broken` and returns undefined. */
export function readJsonFile<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    renameSync(path, `${path}.broken`);
    return undefined;
  }
}
