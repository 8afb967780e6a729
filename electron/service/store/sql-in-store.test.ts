import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const service = new URL("../", import.meta.url);

/** Source files of the service outside `store/` that run; texts of sample snippets are data. */
const files = readdirSync(service, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    path.endsWith(".ts") &&
    !/\.test\.ts$|(?:^|\/)testing\/|^store\//.test(path) &&
    path !== "sample/snippet-texts.ts",
);

/** A quoted text that begins as an SQL statement does. */
const statement =
  /["'`]\s*(?:SELECT\s+\S+|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|REPLACE\s+INTO\s|WITH\s+(?:RECURSIVE\s+)?\w+\s+AS\s|PRAGMA\s|CREATE\s+(?:TABLE|INDEX|TRIGGER|VIEW)\s)/i;

describe("SQL is written in store/ only", () => {
  it("finds statements", () => {
    expect(statement.test('store.get("SELECT 1 FROM users")')).toBe(true);
    expect(statement.test("store.run(\n  `\n  UPDATE users SET name = ?`)")).toBe(true);
    expect(statement.test('"Update the tide table"')).toBe(false);
    expect(files.length).toBeGreaterThan(200);
  });

  it.each([
    ["statements", statement],
    ["imports of SQLite", /["'](?:node:sqlite|better-sqlite3)["']/],
  ])("has no %s in other layers", (_, pattern) => {
    expect(files.filter((path) => pattern.test(readFileSync(new URL(path, service), "utf8")))).toEqual([]);
  });
});
