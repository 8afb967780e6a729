import { readdirSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";

const service = new URL("../", import.meta.url);

/** Source files of the service outside `store/` that run; texts of sample snippets are data. */
const files = readdirSync(service, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    path.endsWith(".ts") &&
    !/\.test\.ts$|(?:^|\/)testing\/|^store\//.test(path) &&
    path !== "sample/snippets.ts",
);

/** A quoted text that begins as an SQL statement does. */
const statement =
  /["'`]\s*(?:SELECT\s+\S+|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|REPLACE\s+INTO\s|WITH\s+(?:RECURSIVE\s+)?\w+\s+AS\s|PRAGMA\s|CREATE\s+(?:TABLE|INDEX|TRIGGER|VIEW)\s)/i;

/** Returns whether an expression is a store: `store`, `x.store` or `x.#store`. */
const isStore = (node: ESTree.Node): boolean =>
  node.type === "Identifier" || node.type === "PrivateIdentifier"
    ? node.name === "store"
    : node.type === "MemberExpression" && isStore(node.property);

/** Returns whether a source runs statements on a store, whatever their text. */
function runsStatements(path: string, source: string): boolean {
  let found = false;
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      found ||= ["all", "get", "run"].includes(callee.property.name) && isStore(callee.object);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

describe("SQL is written in store/ only", () => {
  it("finds statements", () => {
    expect(statement.test('store.get("SELECT 1 FROM users")')).toBe(true);
    expect(statement.test("store.run(\n  `\n  UPDATE users SET name = ?`)")).toBe(true);
    expect(statement.test('"Update the tide table"')).toBe(false);
    expect(files.length).toBeGreaterThan(200);
  });

  it("runs no statement in other layers", () => {
    expect(
      runsStatements("a.ts", "const of = ({ store }: Caller) => store.get([verb, rest].join(text))"),
    ).toBe(true);
    expect(runsStatements("a.ts", "this.#store.run(sql)")).toBe(true);
    expect(runsStatements("a.ts", "caller.store.all(sql)")).toBe(true);
    expect(
      files.filter((path) => runsStatements(path, readFileSync(new URL(path, service), "utf8"))),
    ).toEqual([]);
  });

  it.each([
    ["statements", statement],
    ["imports of SQLite", /["'](?:node:sqlite|better-sqlite3)["']/],
  ])("has no %s in other layers", (_, pattern) => {
    expect(files.filter((path) => pattern.test(readFileSync(new URL(path, service), "utf8")))).toEqual([]);
  });
});
