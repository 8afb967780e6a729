import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ResponseTable } from "./response-table.ts";

/** The tables of format 1, as earlier versions of Helve created them. */
const formatOne = `CREATE TABLE answer (
  account TEXT NOT NULL, path TEXT NOT NULL, headers TEXT NOT NULL, checked_at INTEGER NOT NULL,
  size INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (account, path)) STRICT;
  CREATE INDEX answer_by_age ON answer (checked_at, size);
  CREATE TABLE kept (
  account TEXT NOT NULL, path TEXT NOT NULL, name TEXT NOT NULL, kept_at INTEGER NOT NULL,
  PRIMARY KEY (account, path, name)) STRICT, WITHOUT ROWID;`;
const addChecked = "ALTER TABLE answer ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;";
const rows = `INSERT INTO answer (account, path, headers, checked_at, size, body)
  VALUES ('a', '/one', '[["etag","x"]]', 5, 600, x'6f6e65'), ('a', '/two', '[]', 6, 700, x'74776f');
  INSERT INTO kept VALUES ('a', '/two', 'review !2', 1000);`;

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

it.each([
  ["without the column of the checks", formatOne, 0],
  ["with the column of the checks", `${formatOne} ${addChecked}`, 1],
] as const)("a file of format 1 %s keeps its responses and pins", (_, schema, checked) => {
  write(`${schema} ${rows} PRAGMA user_version = 1;`);
  if (checked) write("UPDATE answer SET checked = 1");
  const table = new ResponseTable(path);
  expect(table.head("a", "/one")).toMatchObject({ checkedAt: 5, isChecked: checked === 1 });
  expect(table.head("a", "/one")?.headers.get("etag")).toBe("x");
  expect(Buffer.from(table.body("a", "/two") ?? []).toString()).toBe("two");
  expect(table.listPinned("a")).toEqual([{ name: "review !2", responses: 1, bytes: 700, pinnedAt: 1000 }]);
  table.trim(0);
  expect([table.head("a", "/one"), table.isPinned("a", "/two")]).toEqual([undefined, true]);
  table.close();
  expect(tables()).toEqual(current);
});

it("a file of format 0, whose responses may contain secrets, is emptied", () => {
  write(`${formatOne} INSERT INTO answer VALUES ('a', '/one', '[]', 5, 600, CAST('runner-secret' AS BLOB));`);
  expect(readFileSync(path).toString("latin1")).toContain("runner-secret");
  const table = new ResponseTable(path);
  expect(table.size).toBe(0);
  table.close();
  expect(readFileSync(path).toString("latin1")).not.toContain("runner-secret");
  expect(tables()).toEqual(current);
});

it("what an older Helve added to a newer file is dropped, and nothing else", () => {
  const table = new ResponseTable(path);
  const response = { account: "a", path: "/new", headers: new Headers(), checkedAt: 1 };
  table.put([{ ...response, body: new TextEncoder().encode("new") }]);
  table.close();
  write(`${formatOne} ${addChecked} ${rows}`);
  const again = new ResponseTable(path);
  expect([again.head("a", "/new")?.checkedAt, again.head("a", "/one")]).toEqual([1, undefined]);
  again.close();
  expect(tables()).toEqual(current);
});
