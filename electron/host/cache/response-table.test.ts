import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ResponseTable } from "./response-table.ts";

/** Tables of format 1, which no release had. */
const formatOne = `CREATE TABLE answer (
  account TEXT NOT NULL, path TEXT NOT NULL, headers TEXT NOT NULL, checked_at INTEGER NOT NULL,
  size INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (account, path)) STRICT;
  CREATE INDEX answer_by_age ON answer (checked_at, size);
  CREATE TABLE kept (
  account TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, kept_at INTEGER NOT NULL,
  PRIMARY KEY (account, path, name)) STRICT, WITHOUT ROWID;`;

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-cache-"));
  path = join(folder, "cache.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function tables(): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all();
  database.close();
  return names.map(({ name }) => name);
}

const current = ["pin", "response", "response_by_age"];

it.each([0, 1])("a file of format %i, whose responses may contain secrets, is emptied", (format) => {
  write(
    `${formatOne} PRAGMA user_version = ${format}; INSERT INTO answer VALUES ('a', '/one', '[]', 5, 600, CAST('runner-secret' AS BLOB));`,
  );
  expect(readFileSync(path).toString("latin1")).toContain("runner-secret");
  const table = new ResponseTable(path);
  expect(table.size).toBe(0);
  table.close();
  expect(readFileSync(path).toString("latin1")).not.toContain("runner-secret");
  expect(tables()).toEqual(current);
});
